// Runs before the first paint: a chosen colour scheme never flashes the other one, and the texts start loading at once.
;(() => {
  const recall = (key, kept = 'localStorage') => {
    try {
      return window[kept].getItem(key)
    } catch (_) {
      return null
    }
  }
  const page = document.documentElement

  // The key is Mantine's. The slideshow is a dark room (main.tsx says so as well).
  // BASE_PATH, written by the server.
  const base = page.dataset.base || ''
  const path = location.pathname.slice(base.length)
  const slideshow = path === '/slideshow'
  // Written by the server: the exhibition of this upload page, and the staff link with which it was opened.
  const { exhibition, staff } = page.dataset
  const own = path.startsWith('/e/') && exhibition ? `?exhibition=${JSON.parse(exhibition).slug}` : ''
  const upload = path === '/' || own !== '' || staff

  // An older browser than the pages are built for (web/browser-target.ts): it may know modules and still break in them.
  // Safari 15.4 and Chrome 100 came with `throwIfAborted`, Firefox 115 with `fromAsync`. Any browser that knows modules has to
  // understand this file, so no newer syntax here.
  const isFirefox = 'mozInnerScreenX' in window
  const isOld = !window.AbortSignal || !AbortSignal.prototype.throwIfAborted || (isFirefox && !Array.fromAsync)
  const removal = path === '/removal-requests'
  if ((upload || removal) && isOld)
    return location.replace(`${base}${staff || removal ? path : ''}/plain-form${removal ? location.search : own}`)

  const scheme = slideshow ? 'dark' : recall('mantine-color-scheme-value')
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  // The chosen language, else the first of the browser's that we have, else English. language.ts reads it from the page.
  const all = ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'ar', 'fa']
  // LANGUAGES, written by the server; admin pages and slideshow have two.
  const visitors = !slideshow && !path.startsWith('/admin')
  const offered = visitors ? (page.dataset.languages || all.join(' ')).split(' ') : ['de', 'en']
  const wanted = [recall('werkschau-language'), ...navigator.languages.map((tag) => tag.split('-')[0]), 'en']
  page.lang = wanted.find((language) => offered.includes(language)) || offered[0]
  page.dir = page.lang === 'ar' || page.lang === 'fa' ? 'rtl' : 'ltr'

  // index.html serves every page, but shows the first words of these; a slideshow that starts by itself has none.
  const running = () => recall('werkschau-slideshow-runs', 'sessionStorage') !== null
  if (upload) page.dataset.first = 'upload'
  if (slideshow)
    page.dataset.first = /[?&]autostart/.test(location.search) || running() ? 'slideshow-runs' : 'slideshow'

  // The slideshow is installed on its own, as what a screen shows.
  const manifest = document.createElement('link')
  manifest.rel = 'manifest'
  const shown = slideshow && new URLSearchParams(location.search).get('exhibition')
  const query = shown ? `?exhibition=${encodeURIComponent(shown)}` : own
  manifest.href = base + (slideshow ? '/slideshow.webmanifest' : '/manifest.webmanifest') + query
  // Installed, the page would open without the link.
  if (!staff) document.head.append(manifest)

  // The build writes the files' names here (web/first-paint.ts).
  const names = document.currentScript.dataset
  const { app } = names
  if (!app) return
  const link = (href, attributes) =>
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', href, ...attributes }))
  // load-parts.ts fetches them again if that fails; a failed `modulepreload` would keep them from the page until a reload.
  const preload = (href) => link(href, { rel: 'preload', as: href.endsWith('.css') ? 'style' : 'fetch' })
  // Behind the service worker, files are near, and Chromium warns of those that were loaded ahead.
  const isFar = !('serviceWorker' in navigator) || !navigator.serviceWorker.controller
  if (isFar) preload(names[page.lang])
  if (isFar) link(app, { rel: 'modulepreload' })
  const part = slideshow ? 'slideshow' : path.startsWith('/admin') ? 'admin' : undefined
  if (isFar && part)
    for (const href of [...names[part].split(' '), names[`${part}${page.lang === 'de' ? 'De' : 'En'}`]]) preload(href)

  const again = () =>
    setTimeout(() => fetch(app).then((answer) => (answer.status < 500 ? location.reload() : again()), again), 2000)

  // The scripts load meanwhile but run after the first paint: on a slow phone they take longer than the network.
  let started = false
  const start = () => {
    if (started) return
    started = true
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = app
    // A browser does not ask again for a module that it failed to load. Nothing is typed yet: the page begins anew.
    script.onerror = again
    document.head.append(script)
  }
  requestAnimationFrame(() => setTimeout(start))
  // A tab in the background paints nothing.
  setTimeout(start, 1000)
})()
