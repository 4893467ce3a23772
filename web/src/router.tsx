import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { exhibition, staff } from '#web/api/site.ts'
import {
  readAdminAuditSearch,
  readAuditSearch,
  readConsentSearch,
  readPosterSearch,
  readPressSearch,
} from '#web/features/admin/shared/page-search.ts'
import { readSettingsSearch } from '#web/features/admin/shared/settings-search.ts'
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

/** The server's document knows the staff link, unless it is not valid (D91). */
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

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('#web/features/admin/frame/admin-frame.tsx'), 'AdminFrame'),
})
const inAdmin = { getParentRoute: () => adminRoute } as const
const adminPage = <Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => createRoute({ ...inAdmin, path, component: lazyRouteComponent(load, name) })

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
  adminPage('/', () => import('#web/features/admin/overview/page.tsx'), 'OverviewPage'),
  createRoute({
    ...inAdmin,
    path: '/moderation',
    validateSearch: readQueueSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/moderation/page.tsx'), 'ModerationPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/moderation/$groupId',
    validateSearch: readGroupSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/moderation/group-page.tsx'), 'GroupPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/consents',
    validateSearch: readConsentSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/consents/page.tsx'), 'ConsentsPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/press',
    validateSearch: readPressSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/press/page.tsx'), 'PressPage'),
  }),
  adminPage('/takedowns', () => import('#web/features/admin/takedowns/page.tsx'), 'TakedownsPage'),
  adminPage('/screens', () => import('#web/features/admin/screens/page.tsx'), 'ScreensPage'),
  adminPage('/exhibitions', () => import('#web/features/admin/exhibitions/page.tsx'), 'ExhibitionsPage'),
  adminPage(
    '/exhibitions/$exhibitionId',
    () => import('#web/features/admin/exhibitions/one-exhibition-page.tsx'),
    'OneExhibitionPage',
  ),
  adminPage('/accounts', () => import('#web/features/admin/accounts/users/page.tsx'), 'AccountsPage'),
  adminPage(
    '/accounts/$userId',
    () => import('#web/features/admin/accounts/users/one-account-page.tsx'),
    'OneAccountPage',
  ),
  adminPage('/staff-links', () => import('#web/features/admin/staff-links/page.tsx'), 'StaffLinksPage'),
  adminPage('/account', () => import('#web/features/admin/frame/account-page.tsx'), 'AccountPage'),
  adminPage('/deletion-log', () => import('#web/features/admin/deletion-log/page.tsx'), 'DeletionLogPage'),
  createRoute({
    ...inAdmin,
    path: '/audit-log',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/audit-log/page.tsx'), 'AuditLogPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/admin-audit',
    validateSearch: readAdminAuditSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/admin-audit/page.tsx'), 'AdminAuditPage'),
  }),
  adminPage('/rate-limits', () => import('#web/features/admin/rate-limits/page.tsx'), 'RateLimitsPage'),
  adminPage(
    '/storage-migration',
    () => import('#web/features/admin/storage-migration/page.tsx'),
    'StorageMigrationPage',
  ),
  createRoute({
    ...inAdmin,
    path: '/settings',
    validateSearch: readSettingsSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/settings/page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inAdmin,
    path: '/poster',
    validateSearch: readPosterSearch,
    component: lazyRouteComponent(() => import('#web/features/admin/poster/page.tsx'), 'PosterPage'),
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
