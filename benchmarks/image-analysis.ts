import sharp from 'sharp'
import { analysePixels } from '#server/adapters/images/analyse-pixels.ts'
import { makePhoto } from '#tests/support/images/make-image.ts'
import { figure, median, type Scenario } from './support/table.ts'

const previews = 20
const looks = 200

/** Milliseconds of CPU of each run. */
async function cpuOf(times: number, work: () => unknown): Promise<number[]> {
  const used: number[] = []
  for (let run = 0; run < times; run++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    used.push((user + system) / 1_000)
  }
  return used
}

/** The share of a preview's time for detecting near duplicates and blur. */
export const run: Scenario = async () => {
  sharp.concurrency(1)
  sharp.cache(false)
  const photo = await makePhoto()
  const small = () => sharp(photo).autoOrient().resize({ width: 800 })
  const { data, info } = await small().raw().toBuffer({ resolveWithObject: true })
  const preview = median(await cpuOf(previews, () => small().jpeg({ quality: 85 }).toBuffer()))
  const analysis = median(await cpuOf(looks, () => analysePixels({ data, ...info })))
  return [
    {
      title: 'The analysis of a photo of 12 MP',
      columns: ['preview, CPU ms', 'analysis, CPU ms', 'share'],
      rows: [[figure(preview), figure(analysis, 2), `${figure((analysis / preview) * 100)} %`]],
    },
  ]
}
