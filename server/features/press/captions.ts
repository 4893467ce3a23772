import { stringify } from 'csv-stringify/sync'
import { neutraliseFormulas } from '#server/domain/text/neutralise-formulas.ts'
import type { ArchiveEntry } from './archive-entries.ts'

/** The caption that a moderator saw last, else the text of the group (D45). */
const textOf = ({ group, image }: ArchiveEntry) => image.publishedDescription ?? group.description

export const captionsHeader = Buffer.from(
  stringify([['file', 'title', 'name', 'text', 'groupId']], { bom: true, record_delimiter: 'windows' }),
)

/** A row a photo, as the consent export has them (D31, D78). */
export const captionsOf = (entries: readonly ArchiveEntry[]): Buffer =>
  Buffer.from(
    stringify(
      entries.map((entry) =>
        [entry.name, entry.group.title, entry.group.name, textOf(entry), entry.group.groupId].map((cell) =>
          neutraliseFormulas(cell ?? ''),
        ),
      ),
      { record_delimiter: 'windows' },
    ),
  )
