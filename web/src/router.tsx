import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { CrashPage } from '#web/components/crash-page.tsx'
import { NotFoundPage } from '#web/components/not-found-page.tsx'
import { readQueueSearch } from '#web/features/admin/queue/queue-search.ts'
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

const manageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/manage/$token',
  component: lazyRouteComponent(() => import('#web/features/manage/page.tsx'), 'ManagePage'),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('#web/features/admin/frame/admin-frame.tsx'), 'AdminFrame'),
})
const inAdmin = { getParentRoute: () => adminRoute } as const

const overviewRoute = createRoute({
  ...inAdmin,
  path: '/',
  component: lazyRouteComponent(() => import('#web/features/admin/overview/page.tsx'), 'OverviewPage'),
})

const queueRoute = createRoute({
  ...inAdmin,
  path: '/groups',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/queue/page.tsx'), 'QueuePage'),
})

const adminGroupRoute = createRoute({
  ...inAdmin,
  path: '/groups/$groupId',
  component: lazyRouteComponent(() => import('#web/features/admin/group/page.tsx'), 'GroupPage'),
})

const adminRoutes = adminRoute.addChildren([overviewRoute, queueRoute, adminGroupRoute])

export const router = createRouter({
  routeTree: rootRoute.addChildren([uploadRoute, manageRoute, adminRoutes]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
