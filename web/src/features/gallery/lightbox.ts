// The only script of the gallery: opens its photos large. Without it a photo opens as a file (server/features/gallery).

/** Pixels that a finger moves to turn a page or to close. */
const swipe = 48
/** How often an open photo is looked for again, in milliseconds. */
const lookAgainMs = 5_000

interface Parts {
  readonly dialog: HTMLDialogElement
  readonly image: HTMLImageElement
  readonly caption: HTMLElement
  readonly links: readonly HTMLAnchorElement[]
}

const thumbnailOf = (link: HTMLAnchorElement) => link.querySelector('img')
const isRightToLeft = () => document.documentElement.dir === 'rtl'
/** In a frame the history is that of the other web site. */
const isFramed = window.top !== window

function numbered(index: number, count: number): string {
  const { format } = new Intl.NumberFormat(document.documentElement.lang)
  return `${format(index + 1)} / ${format(count)}`
}

const buttonIn = (dialog: HTMLDialogElement, name: string) =>
  dialog.querySelector<HTMLButtonElement>(`[data-go=${name}]`)

function fill({ image, caption, links }: Parts, index: number): void {
  const link = links[index]
  const thumbnail = link && thumbnailOf(link)
  if (!link || !thumbnail) return
  // While it loads, the small one is shown, not the previous photo.
  image.style.backgroundImage = thumbnail.complete ? `url("${thumbnail.currentSrc}")` : ''
  image.removeAttribute('srcset')
  image.removeAttribute('src')
  image.alt = thumbnail.alt
  image.sizes = '100vw'
  image.srcset = thumbnail.srcset
  image.src = link.href
  const place = document.createElement('bdi')
  place.textContent = numbered(index, links.length)
  const said = link.parentElement?.querySelector('figcaption')?.cloneNode(true).childNodes ?? []
  caption.replaceChildren(...said, place)
}

function preload(link: HTMLAnchorElement | undefined): void {
  const thumbnail = link && thumbnailOf(link)
  if (!thumbnail) return
  const ahead = new Image()
  ahead.sizes = '100vw'
  ahead.srcset = thumbnail.srcset
}

/** Shows photos one after the other. Returns a function that opens one. */
function createTurning(parts: Parts) {
  const { dialog, links } = parts
  const [back, on] = ['back', 'on'].map((name) => buttonIn(dialog, name))
  let shown = 0

  function show(index: number): void {
    if (links[index] === undefined) return
    shown = index
    fill(parts, index)
    if (back) back.disabled = index === 0
    if (on) on.disabled = index === links.length - 1
    // The focused element may be gone or disabled, and the keys would stop working.
    if (dialog.open && !dialog.querySelector(':focus:not(:disabled)')) dialog.focus()
    preload(links[index + 1])
  }
  back?.addEventListener('click', () => show(shown - 1))
  on?.addEventListener('click', () => show(shown + 1))
  /** -1 to the left, 1 to the right. */
  const turn = (step: number) => show(shown + (isRightToLeft() ? -step : step))
  const keys = new Map([
    ['ArrowLeft', () => turn(-1)],
    ['ArrowRight', () => turn(1)],
    ['Home', () => show(0)],
    ['End', () => show(links.length - 1)],
  ])
  return { show, keys, turn, link: () => links[shown] }
}

function begin(parts: Parts): void {
  const { dialog, image, links } = parts
  const turning = createTurning(parts)
  for (const [index, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      turning.show(index)
      dialog.showModal()
      document.documentElement.style.overflow = 'hidden'
      // The way back of a phone closes the photo, not the page.
      if (!isFramed) history.pushState({ photo: true }, '')
    })
  }
  buttonIn(dialog, 'close')?.addEventListener('click', () => dialog.close())
  dialog.addEventListener('keydown', (event) => {
    const step = turning.keys.get(event.key)
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step()
  })
  dialog.addEventListener('close', () => {
    document.documentElement.style.overflow = ''
    if (!isFramed && history.state?.photo) history.back()
    turning.link()?.focus()
  })
  window.addEventListener('popstate', () => dialog.open && dialog.close())
  leaveWithPhoto(parts, turning.link)
  followFinger(image, { across: (x) => turning.turn(x > 0 ? -1 : 1), down: () => dialog.close() })
}

/** A photo that is withdrawn while it is open leaves the screen, with the page as it is now. */
function leaveWithPhoto({ dialog, image }: Parts, link: () => HTMLAnchorElement | undefined): void {
  setInterval(async () => {
    const open = link()
    if (!dialog.open || document.hidden || !open) return
    // The browser has the photo and asks whether it is still that. Without a network it stays: nothing is known.
    const answer = await fetch(image.currentSrc || open.href, { cache: 'no-cache' }).catch(() => undefined)
    if (answer?.status === 404 && open === link()) location.reload()
  }, lookAgainMs)
}

interface Moves {
  readonly across: (x: number) => void
  readonly down: () => void
}

function followFinger(image: HTMLImageElement, { across, down }: Moves): void {
  let from: { x: number; y: number } | undefined
  image.addEventListener('touchstart', ({ touches }) => {
    const [touch] = touches
    // Two fingers zoom.
    from = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
  })
  image.addEventListener('touchend', ({ changedTouches, touches }) => {
    const [touch] = changedTouches
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1.05
    if (!from || !touch || touches.length > 0 || isZoomed) return
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y]
    from = undefined
    if (Math.abs(x) > swipe && Math.abs(x) > Math.abs(y)) across(x)
    else if (y > 2 * swipe) down()
  })
}

const dialog = document.querySelector('dialog')
const image = dialog?.querySelector('img')
const caption = dialog?.querySelector('p')
const links = [...document.querySelectorAll<HTMLAnchorElement>('a.photo')]
// Some browsers keep the page in memory all the same when somebody leaves it and comes back.
window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
// Browsers without dialogs open the file.
if (dialog && image && caption && 'showModal' in dialog) begin({ dialog, image, caption, links })

// Makes this file a module, so that its names are not global.
export {}
