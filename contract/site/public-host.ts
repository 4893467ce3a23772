import { originalPath, previewPath } from '#contract/images/image-paths.ts'

/**
 * All that the public host serves (D39, D42): paths of routes, `*` for any ending. Whatever is not listed is blocked, a
 * new route included.
 */
const servedOnPublicHost = [
  // Pages and their assets; every file that the build puts beside them has to be named.
  '/',
  '/plain-form',
  '/old-browser.js',
  '/e/*',
  '/manage/*',
  '/s/*',
  '/removal-requests',
  '/removal-requests/*',
  // 404 while no gallery is on (D90).
  '/gallery',
  '/gallery/*',
  '/imprint',
  '/privacy',
  '/assets/*',
  '/start.js',
  '/favicon.svg',
  '/robots.txt',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/icons/*',
  // Images
  originalPath('*'),
  previewPath('*'),
  '/api/previews',
  '/api/previews/*',
  // Operations
  '/api/upload*',
  '/api/manage/*',
  '/api/consent*',
  '/api/exhibitions/*',
  '/api/gallery/*',
  '/api/oembed',
  '/api/social-media/platforms',
  '/api/removal-requests*',
  '/api/site*',
  '/health',
] as const

const whole: ReadonlySet<string> = new Set(servedOnPublicHost.filter((path) => !path.endsWith('*')))
const beginnings = servedOnPublicHost.filter((path) => path.endsWith('*')).map((path) => path.slice(0, -1))

/** Whether the public host serves a path, given without its query. */
export const isServedOnPublicHost = (path: string): boolean =>
  whole.has(path) || beginnings.some((beginning) => path.startsWith(beginning))
