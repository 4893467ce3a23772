import type { Exhibition } from '#server/domain/exhibition.ts'
import { exportCsv } from '#server/groups/export-consents.ts'
import { type ArchivedPhoto, type PhotoArchive, photoArchive, shownPhotos } from '#server/groups/photo-archive.ts'
import { walkGroups } from '#server/groups/walk-groups.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { EnsureClean } from '#server/ports/file-store.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

type ArchiveDeps = Pick<Deps, 'database' | 'files' | 'exhibitions'>

async function* photosOf(database: Deps['database'], kept: GroupFilter): AsyncGenerator<ArchivedPhoto[]> {
  for await (const part of walkGroups(database.moderation, kept)) {
    yield shownPhotos(
      database,
      part.map(({ group }) => group),
    )
  }
}

/**
 * What remains of an exhibition: its approved photos with the consent to the display in force, who agreed to what for
 * them, and what the exhibition was (D85). Also after its end. Not what opens it to uploads.
 */
export function exhibitionArchive(
  deps: ArchiveDeps,
  ensureClean: EnsureClean,
  exhibition: Exhibition,
): Promise<PhotoArchive> {
  const { database, exhibitions } = deps
  const { accessCode: _, revision: __, ...described } = exhibition
  const kept: GroupFilter = { scope: { exhibitionIds: [exhibition.id] }, approved: true, workshop: true }
  return photoArchive(deps, {
    ensureClean,
    photos: () => photosOf(database, kept),
    async texts() {
      const { name } = exhibitions.nameOf(exhibition.id)
      return {
        'consents.csv': (await Array.fromAsync(exportCsv(database, kept))).join(''),
        'exhibition.json': `${JSON.stringify({ ...described, name }, null, 2)}\n`,
      }
    },
  })
}
