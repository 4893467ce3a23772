import type { ExportedConsent } from '#contract/consents.ts'
import { inParts } from '#server/concurrency/in-parts.ts'
import { type SocialMediaConsent, type SocialMediaPlatform, websitePlatform } from '#server/domain/consents/consent.ts'
import { csvLines } from '#server/domain/text/csv.ts'
import { inFileName } from '#server/domain/text/fold.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ConsentVersion, GroupConsents, GroupFilter } from '#server/ports/moderation-reads.ts'

type Database = Deps['database']
type ExportFilter = Pick<GroupFilter, 'scope' | 'year' | 'approved' | 'workshop' | 'platform'>

interface VersionedConsents extends GroupConsents {
  readonly version: ConsentVersion | undefined
}

/** Groups in memory at a time. */
const partSize = 200

/** All groups that match, newest first, a few at a time: one pass over the groups however long the reader takes. */
async function* walk({ moderation }: Database, filter: ExportFilter): AsyncGenerator<VersionedConsents[]> {
  const parts = inParts<GroupConsents>(partSize, (last) =>
    moderation.groupConsents(filter, { limit: partSize, after: last?.group }),
  )
  for await (const part of parts) {
    const versions = await moderation.consentVersions(part.map(({ group }) => group.groupId))
    yield part.map((each) => ({ ...each, version: versions.get(each.group.groupId) }))
  }
}

const present = ({ group, consents, version }: VersionedConsents): ExportedConsent => ({
  groupId: group.groupId,
  groupName: group.name,
  title: group.title,
  year: group.year,
  uploadDate: group.uploadDate,
  isApproved: group.isApproved,
  workshopConsent: group.displayInWorkshop,
  consentTimestamp: group.consentTimestamp,
  socialMediaConsents: [...consents],
  consentVersion: version?.wording ?? null,
  consentLanguage: version?.language ?? null,
})

/** Without its extension. */
export async function exportName(
  { platforms }: Database,
  { platformId, exportDate }: { readonly platformId: number | undefined; readonly exportDate: string },
): Promise<string> {
  const platform = (await platforms.all()).find((each) => each.platformId === platformId)
  const name = ['consents', platform?.platformName, exportDate.slice(0, 10)].filter(Boolean).join('-')
  return inFileName(name)
}

export async function* exportedConsents(database: Database, filter: ExportFilter): AsyncGenerator<ExportedConsent[]> {
  for await (const part of walk(database, filter)) yield part.map(present)
}

const columns = [
  'groupId',
  'groupName',
  'title',
  'year',
  'uploadDate',
  'isApproved',
  'workshopConsent',
  'consentTimestamp',
] as const satisfies (keyof ExportedConsent)[]

/** Behind the platforms: the specification says what comes before them (D31). */
const lastColumns = ['consentVersion', 'consentLanguage'] as const satisfies (keyof ExportedConsent)[]

const describeConsent = (consent: SocialMediaConsent | undefined) =>
  consent?.revoked ? 'revoked' : String(consent?.consented ?? false)

/** The gallery's platform appears only once visitors were asked for it: readers of the specification know three (D90). */
async function exportedPlatforms({ platforms }: Database): Promise<SocialMediaPlatform[]> {
  const all = await platforms.all()
  const website = all.find(({ platformName }) => platformName === websitePlatform)
  if (website === undefined || website.isActive || (await platforms.isUsed(website.platformId))) return all
  return all.filter((each) => each !== website)
}

/** The text of the CSV export in pieces: RFC 4180, with a byte order mark, a column for each platform (D31). */
export async function* exportCsv(database: Database, filter: ExportFilter): AsyncGenerator<string> {
  const platforms = await exportedPlatforms(database)
  const header = [...columns, ...platforms.map(({ platformName }) => platformName), ...lastColumns]
  yield csvLines([header], { bom: true })
  for await (const part of walk(database, filter)) {
    yield csvLines(
      part.map((each) => {
        const row = present(each)
        const consents = new Map(each.consents.map((consent) => [consent.platformId, consent]))
        return [
          ...columns.map((column) => row[column]),
          ...platforms.map(({ platformId }) => describeConsent(consents.get(platformId))),
          ...lastColumns.map((column) => row[column]),
        ]
      }),
    )
  }
}
