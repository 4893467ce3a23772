import { availableParallelism } from 'node:os'
import sharp from 'sharp'

/**
 * The floor of ingest: makes previews of the photos given, as many jobs at once as there are cores, and nothing else.
 * With FLOOR_PROFILE=keep the colours are not converted to sRGB. Prints the images per second, the CPU per image and the most memory.
 */
const [target, ...photos] = process.argv.slice(2)
sharp.cache(false)
const keepsProfile = process.env.FLOOR_PROFILE === 'keep'
const waiting = photos.map((path, index) => ({ path, index }))
const began = performance.now()
const usedBefore = process.cpuUsage()

async function work(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const image = sharp(job.path, { ignoreIcc: keepsProfile })
      .autoOrient()
      .resize({ width: 800, withoutEnlargement: true })
      .jpeg({ quality: 85 })
    if (keepsProfile) image.keepIccProfile()
    await image.toFile(`${target}/${job.index}.jpg`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))

const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(usedBefore)
console.log(
  JSON.stringify({
    imagesPerSecond: photos.length / seconds,
    cpuMs: (user + system) / 1000 / photos.length,
    memoryMiB: process.resourceUsage().maxRSS / 1024,
  }),
)
