// Photos that were shown stay on the device: the slideshow continues without a connection, and doesn't load them again in the
// next round. Stored files never change, and the feed says which are gone: cache headers are not needed.

export type PhotoCache = Awaited<ReturnType<typeof openPhotoCache>>

interface Backend {
  readonly get: (path: string) => Promise<Blob | undefined>
  readonly put: (path: string, photo: Blob) => Promise<unknown>
  readonly remove: (path: string) => Promise<unknown>
}

const mega = 1_000_000
const maxBytes = 500 * mega
/** Of what the browser grants to the service, which the draft of an upload shares. */
const shareOfQuota = 0.3
const maxBytesInMemory = 64 * mega

const cacheName = 'werkschau-slideshow-photos'

const sizeOf = async (cache: Cache, request: Request): Promise<number> =>
  Number((await cache.match(request))?.headers.get('content-length') ?? 0)

// Async, so that what a browser lacks is a rejection, too: WebKitGTK has no `navigator.storage.estimate`.
const openCache = async () => globalThis.caches?.open(cacheName)
const estimate = async () => navigator.storage.estimate()

/** In an endless loop the photo to lose is the one that comes again last, not the one that was shown longest ago. */
const lastShown = (paths: Iterable<string>, upcoming: Iterable<string>): string[] => {
  const ranks = new Map([...upcoming].map((path, rank) => [path, rank]))
  const rank = (path: string) => ranks.get(path) ?? Number.POSITIVE_INFINITY
  return [...paths].sort((a, b) => rank(b) - rank(a))
}

/** The browser's cache, which only pages on HTTPS or localhost have; else the memory, until the page is closed. */
const openBackend = async () => {
  const sizes = new Map<string, number>()
  const cache = await openCache().catch(() => undefined)
  if (!cache) {
    const photos = new Map<string, Blob>()
    const backend: Backend = {
      get: async (path) => photos.get(path),
      put: async (path, photo) => photos.set(path, photo),
      remove: async (path) => photos.delete(path),
    }
    return { backend, sizes, budget: maxBytesInMemory, persistent: false }
  }
  for (const request of await cache.keys()) sizes.set(new URL(request.url).pathname, await sizeOf(cache, request))
  const { quota = maxBytes } = await estimate().catch((): StorageEstimate => ({}))
  const backend: Backend = {
    get: async (path) => (await cache.match(path))?.blob(),
    put: (path, photo) => {
      const headers = { 'content-type': photo.type, 'content-length': String(photo.size) }
      return cache.put(path, new Response(photo, { headers }))
    },
    remove: (path) => cache.delete(path),
  }
  return { backend, sizes, budget: Math.min(maxBytes, quota * shareOfQuota), persistent: true }
}

export const openPhotoCache = async () => {
  const { backend, sizes, budget, persistent } = await openBackend()
  const bytes = () => [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const remove = async (path: string) => {
    sizes.delete(path)
    await backend.remove(path)
  }
  const makeRoom = async (upcoming: () => Iterable<string>) => {
    if (bytes() <= budget) return
    for (const path of lastShown(sizes.keys(), upcoming())) {
      if (bytes() <= budget) return
      await remove(path)
    }
  }
  return {
    budget,
    /** Whether the photos outlast the page. */
    persistent,
    bytes,
    has: (path: string) => sizes.has(path),
    get: async (path: string) => (sizes.has(path) ? backend.get(path) : undefined),
    /** @param upcoming the paths in the order in which they are shown next; what comes last makes room */
    async put(path: string, photo: Blob, upcoming: () => Iterable<string>) {
      if (photo.size > budget / 2) return
      sizes.set(path, photo.size)
      await makeRoom(upcoming)
      await backend
        .put(path, photo)
        // Withdrawn meanwhile: `retain` came too early to find it.
        .then(() => sizes.has(path) || backend.remove(path))
        .catch(() => sizes.delete(path))
    },
    /** Removes every photo that is not among `paths`. */
    async retain(paths: ReadonlySet<string>) {
      await Promise.all([...sizes.keys()].filter((path) => !paths.has(path)).map(remove))
    },
  }
}
