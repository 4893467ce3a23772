// Only browsers that know no modules load this file, in which no syntax is new: they get the plain forms.
var base = document.documentElement.getAttribute('data-base') || ''
var path = location.pathname.replace(base, '')
var form = path
  .replace(/^\/e\/([^/]+)$/, '/plain-form?exhibition=$1')
  .replace(/^(\/s\/[^/]+|\/removal-requests)?\/?$/, '$1/plain-form')
if (form !== path) location.replace(base + form)
