/** The same as in offline/service-worker.ts, which cannot import anything. */
const cacheName = 'werkschau-shared'

/** Takes the photos that another app shared with the installed page. */
export const takeSharedPhotos = async (): Promise<File[]> => {
  const cache = await caches.open(cacheName)
  const files = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request)
      const name = decodeURIComponent(response?.headers.get('x-file-name') ?? '')
      const photo = await response?.blob()
      return photo ? [new File([photo], name, { type: photo.type })] : []
    }),
  )
  await caches.delete(cacheName)
  return files.flat()
}
