import sharp from 'sharp'

/**
 * The floor of ingest: makes previews of the photos given, four at once, and nothing else.
 * With FLOOR_PROFILE=keep the colours are not converted to sRGB. Prints the images per second, the CPU per image and the most memory.
 */
const [target, ...photos] = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)
const atOnce = 4
const keepsProfile = process.env.FLOOR_PROFILE === 'keep'
const waiting = photos.map((path, index) => ({ path, index }))

async function makePreview({ path, index }: (typeof waiting)[number]): Promise<void> {
  const image = sharp(path, { ignoreIcc: keepsProfile })
    .autoOrient()
    .resize({ width: 800, withoutEnlargement: true })
    .jpeg({ quality: 85 })
  if (keepsProfile) image.keepIccProfile()
  await image.toFile(`${target}/${index}.jpg`)
}

async function work(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) await makePreview(job)
}

// The first one also loads the libraries.
const [first] = waiting
if (first) await makePreview(first)
const began = performance.now()
const usedBefore = process.cpuUsage()
await Promise.all(Array.from({ length: atOnce }, work))

const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(usedBefore)
console.log(
  JSON.stringify({
    imagesPerSecond: photos.length / seconds,
    cpuMs: (user + system) / 1000 / photos.length,
    memoryMiB: process.resourceUsage().maxRSS / 1024,
  }),
)
