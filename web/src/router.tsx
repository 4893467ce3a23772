import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
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

/** What is below a page reads its texts without a hook: all of it renders again in another language. */
const inLanguage = (Page: ComponentType) => () => {
  useTranslation()
  return <Page />
}

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: inLanguage(NotFoundPage),
  errorComponent: inLanguage(CrashPage),
})

const page = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component })

const lazyPage = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => ({ default: inLanguage(await load()) }))

const gonePage = (name: 'GonePage' | 'InvalidLinkPage') =>
  lazyPage(async () => (await import('#web/features/upload/exhibition/gone-page.tsx'))[name])

// Not lazy: most people come for this page, once and with a bad connection, and a second request would keep them waiting.
const uploadPage = inLanguage(UploadPage)

const visitorPages = [
  page('/', uploadPage),
  // The server's document knows the exhibition, unless it is unknown or has ended (D83).
  page('/e/$slug', exhibition ? uploadPage : gonePage('GonePage')),
  // The server's document names a valid staff link (D91).
  page('/s/$secret', staff ? uploadPage : gonePage('InvalidLinkPage')),
  page(
    '/manage/$token',
    lazyPage(async () => (await import('#web/features/management/page.tsx')).ManagementPage),
  ),
  page(
    '/removal-requests',
    lazyPage(async () => (await import('#web/features/removal-requests/page.tsx')).RemovalRequestsPage),
  ),
  page(
    '/removal-requests/$requestId',
    lazyPage(async () => (await import('#web/features/removal-requests/status-page.tsx')).RemovalStatusPage),
  ),
  page(
    '/slideshow',
    lazyPage(async () => (await import('#web/features/slideshow/page.tsx')).SlideshowPage),
  ),
] as const

/** One for all: an admin waits for it once, not for the parts of each page. The router shows no frame before its page has loaded. */
const adminParts = () => import('./admin-pages.ts')
type AdminPart = keyof Awaited<ReturnType<typeof adminParts>>
const adminPart = (name: AdminPart) => lazyPage(async () => (await adminParts())[name])
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  component: adminPart('AdminFrame'),
})
const inAdmin = { getParentRoute: () => adminRoute } as const
const adminPage = <Path extends string>(path: Path, name: AdminPart) =>
  createRoute({ ...inAdmin, path, component: adminPart(name) })

/** The search parameters that a page has read: the router would also hand it those that it has refused. */
const only =
  <Search extends object>(read: (given: Record<string, unknown>) => Search) =>
  (given: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  })
const searchPage = <Path extends string, Search extends object>(
  path: Path,
  name: AdminPart,
  read: (given: Record<string, unknown>) => Search,
) => createRoute({ ...inAdmin, path, validateSearch: only(read), component: adminPart(name) })

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
  searchPage('/moderation', 'ModerationPage', readQueueSearch),
  searchPage('/moderation/$groupId', 'GroupPage', readGroupSearch),
  searchPage('/consents', 'ConsentsPage', readConsentSearch),
  searchPage('/press', 'PressPage', readPressSearch),
  adminPage('/takedowns', 'TakedownsPage'),
  adminPage('/screens', 'ScreensPage'),
  adminPage('/exhibitions', 'ExhibitionsPage'),
  adminPage('/exhibitions/$exhibitionId', 'OneExhibitionPage'),
  adminPage('/accounts', 'AccountsPage'),
  adminPage('/accounts/$userId', 'OneAccountPage'),
  adminPage('/staff-links', 'StaffLinksPage'),
  adminPage('/account', 'AccountPage'),
  adminPage('/deletion-log', 'DeletionLogPage'),
  searchPage('/audit-log', 'AuditLogPage', readAuditSearch),
  searchPage('/admin-audit', 'AdminAuditPage', readAdminAuditSearch),
  adminPage('/rate-limits', 'RateLimitsPage'),
  adminPage('/storage-migration', 'StorageMigrationPage'),
  searchPage('/settings', 'SettingsPage', readSettingsSearch),
  searchPage('/poster', 'PosterPage', readPosterSearch),
] as const

export const router = createRouter({
  basepath: withBasePath('/'),
  routeTree: rootRoute.addChildren([...visitorPages, adminRoute.addChildren([...adminPages, ...renamedRoutes])]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
