import exifReader from 'exif-reader'
import sharp from 'sharp'
import type { Attack, Battle } from './attack.ts'
import { type Answer, exchange, requestBytes } from './exchange.ts'
import { baseImages } from './image-bases.ts'
import { inParallel } from './in-parallel.ts'
import { complaint } from './judge.ts'
import { openLedger } from './ledger.ts'
import { mutateImage } from './mutate-image.ts'
import { randomFrom } from './random.ts'
import { someAddress } from './world.ts'

const refusals = ['UNSUPPORTED_IMAGE', 'DAMAGED_IMAGE', 'IMAGE_TOO_COMPLEX', 'IMAGE_TOO_LARGE', 'FILE_TOO_LARGE']
const leastInLongForm = 10_000
const leastInShortForm = 12
const slowMs = 60_000

/** Damaged images: each is stored with a preview or refused with an error; no request hangs and no process dies. */
export const fuzzImages: Attack = {
  share: 0.35,
  async run(battle) {
    const ledger = openLedger('damaged images')
    const bases = await baseImages(battle.photos)
    const made = bases.filter(({ bytes }) => bytes.length < 200_000)
    const photos = bases.filter((base) => !made.includes(base))
    const deathsBefore = battle.target.log.decoderDeaths
    const counts = { stored: 0, refused: 0 }
    let slowest = 0
    const { until, most, isLong } = battle
    await inParallel(6, { until, most, least: isLong ? leastInLongForm : leastInShortForm }, async (number) => {
      const random = randomFrom(battle.seed, 'images', number)
      const base = random.pick(photos.length > 0 && random.chance(0.1) ? photos : made)
      const bytes = mutateImage(base, bases, random)
      ledger.attempt()
      const how = `case ${number} of seed ${battle.seed}: ${base.name}`
      try {
        const answer = await upload(battle, bytes)
        slowest = Math.max(slowest, answer?.ms ?? 0)
        if (answer?.status === 200) {
          counts.stored += 1
          const wrong = await storedComplaint(battle, answer, someAddress(random))
          if (wrong) ledger.found(wrong, how)
        } else {
          counts.refused += 1
          const wrong = refusalComplaint(answer)
          if (wrong) ledger.found(wrong, `${how} → ${answer?.body.toString('utf8').slice(0, 300)}`)
        }
        if ((answer?.ms ?? 0) > slowMs) ledger.found('an answer after more than a minute', how)
      } catch (error) {
        ledger.found(String(error), how)
      }
    })
    const deaths = battle.target.log.decoderDeaths - deathsBefore
    ledger.note(
      `${counts.stored} stored, ${counts.refused} refused; slowest ${Math.round(slowest)} ms; the decoder died ${deaths}×`,
    )
    return [ledger.line()]
  },
}

function upload({ target }: Battle, bytes: Buffer): Promise<Answer | undefined> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
  const headers = [['content-type', 'multipart/form-data; boundary=b']] as const
  const request = requestBytes({ method: 'POST', target: '/api/upload', headers, body })
  return exchange(target.port, request, { waitMs: 180_000 })
}

function refusalComplaint(answer: Answer | undefined): string | undefined {
  const wrong = complaint(answer)
  if (wrong) return wrong
  const { code } = JSON.parse(answer?.body.toString('utf8') ?? '{}') as { code?: string }
  return refusals.includes(code ?? '') ? undefined : `refused with ${answer?.status} ${code}`
}

/** Of a stored image: the preview is a picture, the original is served, no reader finds a position in it; then it is deleted. */
async function storedComplaint({ target }: Battle, answer: Answer, address: string): Promise<string | undefined> {
  const { filePath, fileName, managementToken } = JSON.parse(answer.body.toString('utf8')) as Record<string, string>
  target.log.secrets.add(managementToken ?? '')
  const preview = `/previews/${fileName?.replace(/\.\w+$/, '.jpg')}`
  const [original, shown] = await Promise.all(
    [filePath, preview].map(async (path) => {
      const got = await fetch(`${target.url}${path}`)
      return got.status === 200 ? Buffer.from(await got.arrayBuffer()) : undefined
    }),
  )
  const wrong = !original ? 'the original is not served' : !shown ? 'the preview is not served' : undefined
  const inside = wrong ?? (await pictureComplaint(original as Buffer, shown as Buffer))
  const deleted = await fetch(`${target.url}/api/manage/${managementToken}`, {
    method: 'DELETE',
    headers: { 'x-forwarded-for': address },
  })
  return inside ?? (deleted.status === 200 ? undefined : `deleting was answered with ${deleted.status}`)
}

async function pictureComplaint(original: Buffer, preview: Buffer): Promise<string | undefined> {
  try {
    const { format, width, exif } = await sharp(preview).metadata()
    if (format !== 'jpeg' || width > 800) return `the preview is ${format}, ${width} wide`
    if (exif) return 'the preview has EXIF'
  } catch {
    return 'the preview is no picture'
  }
  const { exif } = await sharp(original, { failOn: 'none' })
    .metadata()
    .catch(() => ({ exif: undefined }))
  return exif && hasPosition(exif) ? 'the original is served with a position' : undefined
}

function hasPosition(exif: Buffer): boolean {
  try {
    const { GPSInfo } = exifReader(exif)
    return GPSInfo?.GPSLatitude !== undefined || GPSInfo?.GPSLongitude !== undefined
  } catch {
    return false
  }
}
