// Only browsers that know no modules load this: they send photos by the plain form.
;(() => {
  var base = document.documentElement.getAttribute('data-base') || ''
  if (location.pathname === base + '/') location.replace(base + '/plain-form')
})()
