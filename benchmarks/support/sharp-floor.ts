import { availableParallelism } from 'node:os'
import sharp from 'sharp'

/**
 * The floor of ingest: makes previews of the photos given, as many jobs at once as there are cores, and nothing else.
 * Prints the images per second, the CPU per image and the most memory.
 */
const [target, ...photos] = process.argv.slice(2)
sharp.cache(false)
const waiting = photos.map((path, index) => ({ path, index }))
const began = performance.now()
const usedBefore = process.cpuUsage()

async function work(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    await sharp(job.path)
      .autoOrient()
      .resize({ width: 800, withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toFile(`${target}/${job.index}.jpg`)
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
