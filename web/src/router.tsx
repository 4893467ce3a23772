import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { withBasePath } from '#web/api/base-path.ts'
import { readAdminAuditSearch } from '#web/features/admin/admin-audit/admin-audit-search.ts'
import { readAuditSearch } from '#web/features/admin/audit-log/audit-search.ts'
import { readConsentSearch } from '#web/features/admin/consents/consent-search.ts'
import { readPressSearch } from '#web/features/admin/press/press-search.ts'
import { UploadPage } from '#web/features/upload/page.tsx'
import { CrashPage } from './components/pages/crash-page.tsx'
import { NotFoundPage } from './components/pages/not-found-page.tsx'
import { readGroupSearch, readQueueSearch } from './features/admin/moderation/session/queue-search.ts'

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

const managementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/manage/$token',
  component: lazyRouteComponent(() => import('#web/features/management/page.tsx'), 'ManagementPage'),
})

const removalRequestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/removal-requests',
  component: lazyRouteComponent(() => import('#web/features/removal-requests/page.tsx'), 'RemovalRequestsPage'),
})

const removalStatusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/removal-requests/$requestId',
  component: lazyRouteComponent(() => import('#web/features/removal-requests/status-page.tsx'), 'RemovalStatusPage'),
})

const slideshowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/slideshow',
  component: lazyRouteComponent(() => import('#web/features/slideshow/page.tsx'), 'SlideshowPage'),
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

const moderationRoute = createRoute({
  ...inAdmin,
  path: '/moderation',
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/moderation/page.tsx'), 'ModerationPage'),
})

const groupRoute = createRoute({
  ...inAdmin,
  path: '/moderation/$groupId',
  validateSearch: readGroupSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/moderation/group-page.tsx'), 'GroupPage'),
})

const consentsRoute = createRoute({
  ...inAdmin,
  path: '/consents',
  validateSearch: readConsentSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/consents/page.tsx'), 'ConsentsPage'),
})

const pressRoute = createRoute({
  ...inAdmin,
  path: '/press',
  validateSearch: readPressSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/press/page.tsx'), 'PressPage'),
})

const takedownsRoute = createRoute({
  ...inAdmin,
  path: '/takedowns',
  component: lazyRouteComponent(() => import('#web/features/admin/takedowns/page.tsx'), 'TakedownsPage'),
})

const screensRoute = createRoute({
  ...inAdmin,
  path: '/screens',
  component: lazyRouteComponent(() => import('#web/features/admin/screens/page.tsx'), 'ScreensPage'),
})

const accountsRoute = createRoute({
  ...inAdmin,
  path: '/accounts',
  component: lazyRouteComponent(() => import('#web/features/admin/accounts/users/page.tsx'), 'AccountsPage'),
})

const oneAccountRoute = createRoute({
  ...inAdmin,
  path: '/accounts/$userId',
  component: lazyRouteComponent(
    () => import('#web/features/admin/accounts/users/one-account-page.tsx'),
    'OneAccountPage',
  ),
})

const accountRoute = createRoute({
  ...inAdmin,
  path: '/account',
  component: lazyRouteComponent(() => import('#web/features/admin/frame/account-page.tsx'), 'AccountPage'),
})

const deletionLogRoute = createRoute({
  ...inAdmin,
  path: '/deletion-log',
  component: lazyRouteComponent(() => import('#web/features/admin/deletion-log/page.tsx'), 'DeletionLogPage'),
})

const auditLogRoute = createRoute({
  ...inAdmin,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/audit-log/page.tsx'), 'AuditLogPage'),
})

const adminAuditRoute = createRoute({
  ...inAdmin,
  path: '/admin-audit',
  validateSearch: readAdminAuditSearch,
  component: lazyRouteComponent(() => import('#web/features/admin/admin-audit/page.tsx'), 'AdminAuditPage'),
})

const cleanupRoute = createRoute({
  ...inAdmin,
  path: '/cleanup',
  component: lazyRouteComponent(() => import('#web/features/admin/cleanup/page.tsx'), 'CleanupPage'),
})

const rateLimitsRoute = createRoute({
  ...inAdmin,
  path: '/rate-limits',
  component: lazyRouteComponent(() => import('#web/features/admin/rate-limits/page.tsx'), 'RateLimitsPage'),
})

const storageMigrationRoute = createRoute({
  ...inAdmin,
  path: '/storage-migration',
  component: lazyRouteComponent(() => import('#web/features/admin/storage-migration/page.tsx'), 'StorageMigrationPage'),
})

const settingsRoute = createRoute({
  ...inAdmin,
  path: '/settings',
  component: lazyRouteComponent(() => import('#web/features/admin/settings/page.tsx'), 'SettingsPage'),
})

const posterRoute = createRoute({
  ...inAdmin,
  path: '/poster',
  component: lazyRouteComponent(() => import('#web/features/admin/poster/page.tsx'), 'PosterPage'),
})

/** An address of an earlier release, as bookmarks and sent messages still have it. */
const renamedRoute = <Path extends string>(path: Path, from: string, to: string) =>
  createRoute({
    ...inAdmin,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ href: location.href.replace(from, to), replace: true })
    },
  })
const renamedRoutes = [
  renamedRoute('/groups', '/admin/groups', '/admin/moderation'),
  renamedRoute('/groups/$', '/admin/groups', '/admin/moderation'),
  renamedRoute('/limits', '/admin/limits', '/admin/rate-limits'),
  renamedRoute('/storage', '/admin/storage', '/admin/storage-migration'),
  renamedRoute('/users', '/admin/users', '/admin/accounts'),
] as const

const adminRoutes = adminRoute.addChildren([
  overviewRoute,
  moderationRoute,
  groupRoute,
  consentsRoute,
  pressRoute,
  takedownsRoute,
  screensRoute,
  accountsRoute,
  oneAccountRoute,
  accountRoute,
  deletionLogRoute,
  auditLogRoute,
  adminAuditRoute,
  cleanupRoute,
  rateLimitsRoute,
  storageMigrationRoute,
  settingsRoute,
  posterRoute,
  ...renamedRoutes,
])

export const router = createRouter({
  basepath: withBasePath('/'),
  routeTree: rootRoute.addChildren([
    uploadRoute,
    managementRoute,
    removalRequestsRoute,
    removalStatusRoute,
    slideshowRoute,
    adminRoutes,
  ]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
