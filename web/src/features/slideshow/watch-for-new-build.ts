const everyMs = 3_600_000

/**
 * Stores this page for a start without a connection, and checks for a new build now and then: a screen is opened once and
 * runs for months. `onNew` is called when the files of a new build are available.
 */
export const watchForNewBuild = (onNew: () => void): (() => void) => {
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const timer = setInterval(
    () =>
      void serviceWorker
        .getRegistration()
        .then((found) => found?.update())
        .catch(() => {}),
    everyMs,
  )
  void serviceWorker.ready.then(({ active }) => active?.postMessage('keep-slideshow'))
  void navigator.storage?.persist?.().catch(() => {})
  serviceWorker.addEventListener('controllerchange', onNew)
  return () => {
    clearInterval(timer)
    serviceWorker.removeEventListener('controllerchange', onNew)
  }
}
