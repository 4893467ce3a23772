import { currentPath, withBasePath } from '#web/api/base-path.ts'

const pages = ['/', '/slideshow']

/** Once the page is there and idle. Browsers have service workers on HTTPS and localhost only. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !pages.includes(currentPath()) || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker
      .register(withBasePath('/service-worker.js'), { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') setTimeout(register, 1_000)
  else addEventListener('load', () => setTimeout(register, 1_000))
}
