import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { CrashPage } from '#web/components/crash-page.tsx'
import { NotFoundPage } from '#web/components/not-found-page.tsx'
import { UploadPage } from '#web/features/upload/page.tsx'

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
})

// Not lazy: most people come for this page, once and with a bad connection, and a second request would keep them waiting.
// Every other page is: `component: lazyRouteComponent(() => import('…/page.tsx'), 'NamePage')`.
const uploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: UploadPage,
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([uploadRoute]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
