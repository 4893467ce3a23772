import { currentPath, withBasePath } from './api/base-path.ts'
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { queryClient } from './api/query-client.ts'
import { ownExhibition, staff, uploadPath } from './api/site.ts'
import { keepFocus } from './components/keep-focus.ts'
import { i18n } from './i18n/i18n.ts'
import { startTexts } from './i18n/texts.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The texts and the page load in parallel; both are needed before anything is shown.
await Promise.all([startTexts(), router.load()])

/** The slideshow is always dark, whatever scheme is chosen for the other pages; start.js sets that before the first paint. */
const forced = currentPath() === '/slideshow' ? { forceColorScheme: 'dark' as const } : {}

const pages = (
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" {...forced}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>
  </StrictMode>
)
/** A staff link can be revoked, so its page is never cached. */
const offlinePages = [staff ? '/' : uploadPath, '/slideshow']

/** Once the page is there and idle. Browsers have service workers on HTTPS and localhost only. */
const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !offlinePages.includes(currentPath()) || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker
      .register(withBasePath('/service-worker.js'), { updateViaCache: 'none' })
      .then(() => (ownExhibition ? navigator.serviceWorker.ready : undefined))
      .then((ready) => ready?.active?.postMessage('keep-exhibition'))
      .catch(() => undefined)
  if (document.readyState === 'complete') setTimeout(register, 1_000)
  else addEventListener('load', () => setTimeout(register, 1_000))
}

keepFocus()
// As a transition, the first render is split into short tasks: a slow phone stays responsive.
startTransition(() => createRoot(root).render(pages))
registerServiceWorker()
