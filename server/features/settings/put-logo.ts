import type { Readable } from 'node:stream'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import type { Admin, Operator } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Deps } from '#server/ports/deps.ts'
import { changeSettings } from '#server/settings/change-settings.ts'
import { changedBy } from './changed-by.ts'

/** AppError NO_FILES, FILE_TOO_LARGE, UNSUPPORTED_IMAGE, DAMAGED_IMAGE, IMAGE_TOO_LARGE. */
export async function putLogo(
  deps: Pick<Deps, 'database' | 'clock' | 'encodeLogo'>,
  by: Admin | Operator,
  content: Readable,
): Promise<void> {
  const logo = await deps.encodeLogo(await readLogo(content))
  await changeSettings(deps, { by: changedBy(by), wanted: () => ({ logo }) })
}

async function readLogo(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const limit = settingLimits.logoBytes
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > limit)
      throw new AppError('FILE_TOO_LARGE', `The logo is larger than ${limit / 2 ** 20} MB`, { details: { limit } })
    chunks.push(chunk)
  }
  if (bytes === 0) throw new AppError('NO_FILES', 'The body is empty; send the bytes of a PNG or JPEG')
  return Buffer.concat(chunks)
}
