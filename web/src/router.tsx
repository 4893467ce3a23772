import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { withBasePath } from '#web/api/base-path.ts'
import { exhibition, staff } from '#web/api/site.ts'
import {
  readAdminAuditSearch,
  readAuditSearch,
  readConsentSearch,
  readPosterSearch,
  readPressSearch,
  readSettingsSearch,
} from '#web/features/admin/shared/page/page-search.ts'
import { UploadPage } from '#web/features/upload/page.tsx'
import { CrashPage, NotFoundPage } from './components/pages/message-page.tsx'
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

/** The server's document knows the exhibition, unless it is unknown or has ended (D83). */
const exhibitionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/e/$slug',
  component: exhibition
    ? UploadPage
    : lazyRouteComponent(() => import('#web/features/upload/exhibition/gone-page.tsx'), 'GonePage'),
})

/** The server's document names a valid staff link (D91). */
const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$secret',
  component: staff
    ? UploadPage
    : lazyRouteComponent(() => import('#web/features/upload/exhibition/gone-page.tsx'), 'InvalidLinkPage'),
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

/** One for all: an admin waits for it once, not for the parts of each page. The router shows no frame before its page has loaded. */
const adminParts = () => import('./admin-pages.ts')
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(adminParts, 'AdminFrame'),
})
const inAdmin = { getParentRoute: () => adminRoute } as const
const adminPage = <Path extends string>(path: Path, name: keyof Awaited<ReturnType<typeof adminParts>>) =>
  createRoute({ ...inAdmin, path, component: lazyRouteComponent(adminParts, name) })

/** The search parameters that a page has read: the router would also hand it those that it has refused. */
const only =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
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
  renamedRoute('/cleanup', '/admin/cleanup', '/admin'),
  renamedRoute('/users', '/admin/users', '/admin/accounts'),
] as const

const adminPages = [
  adminPage('/', 'OverviewPage'),
  createRoute({
    ...inAdmin,
    path: '/moderation',
    validateSearch: only(readQueueSearch),
    component: lazyRouteComponent(adminParts, 'ModerationPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/moderation/$groupId',
    validateSearch: only(readGroupSearch),
    component: lazyRouteComponent(adminParts, 'GroupPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/consents',
    validateSearch: only(readConsentSearch),
    component: lazyRouteComponent(adminParts, 'ConsentsPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/press',
    validateSearch: only(readPressSearch),
    component: lazyRouteComponent(adminParts, 'PressPage'),
  }),
  adminPage('/takedowns', 'TakedownsPage'),
  adminPage('/screens', 'ScreensPage'),
  adminPage('/exhibitions', 'ExhibitionsPage'),
  adminPage('/exhibitions/$exhibitionId', 'OneExhibitionPage'),
  adminPage('/accounts', 'AccountsPage'),
  adminPage('/accounts/$userId', 'OneAccountPage'),
  adminPage('/staff-links', 'StaffLinksPage'),
  adminPage('/account', 'AccountPage'),
  adminPage('/deletion-log', 'DeletionLogPage'),
  createRoute({
    ...inAdmin,
    path: '/audit-log',
    validateSearch: only(readAuditSearch),
    component: lazyRouteComponent(adminParts, 'AuditLogPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/admin-audit',
    validateSearch: only(readAdminAuditSearch),
    component: lazyRouteComponent(adminParts, 'AdminAuditPage'),
  }),
  adminPage('/rate-limits', 'RateLimitsPage'),
  adminPage('/storage-migration', 'StorageMigrationPage'),
  createRoute({
    ...inAdmin,
    path: '/settings',
    validateSearch: only(readSettingsSearch),
    component: lazyRouteComponent(adminParts, 'SettingsPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/poster',
    validateSearch: only(readPosterSearch),
    component: lazyRouteComponent(adminParts, 'PosterPage'),
  }),
] as const

export const router = createRouter({
  basepath: withBasePath('/'),
  routeTree: rootRoute.addChildren([
    uploadRoute,
    exhibitionRoute,
    staffRoute,
    managementRoute,
    removalRequestsRoute,
    removalStatusRoute,
    slideshowRoute,
    adminRoute.addChildren([...adminPages, ...renamedRoutes]),
  ]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
