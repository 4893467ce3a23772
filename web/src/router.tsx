import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { CrashPage } from '#web/components/crash-page.tsx'
import { NotFoundPage } from '#web/components/not-found-page.tsx'

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
})

const uploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('#web/features/upload/page.tsx'), 'UploadPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([uploadRoute]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
