// Only browsers that know no modules load this file, in which no syntax is new: they send photos by the plain form.
if (/^\/$/.test(location.pathname.replace(document.documentElement.getAttribute('data-base') || '', '')))
  location.replace('plain-form')
