import { CompiledQuery, type KyselyPlugin, type RootOperationNode, type UnknownRow } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Database } from '#server/ports/deps.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { testEngines } from '#tests/support/servers/engines.ts'

/** The index of each read. */
const someTexts = { name: null, title: null, year: 2025, imageCount: 1 }
const someGroup = { ...someTexts, groupId: 'a', uploadDate: '2025', firstApprovedAt: null }
const neverApproved = { uploadedBefore: '2026', approvedBefore: null }
/** The filter matches many groups. */
const searchIndex = /^SCAN group_search_index|group_search_trigrams/
const reads: readonly [what: string, index: RegExp, read: (database: Database) => unknown][] = [
  ['a group by its token', /management_token|autoindex_groups/, ({ groups }) => groups.findByToken('none')],
  ['a group by its upload key', /upload_key|autoindex_groups/, ({ groups }) => groups.findByUploadKey('none', '')],
  ['an image by its file', /file_name|autoindex_images/, ({ images }) => images.findByServedName('original', 'none')],
  [
    'an image by its preview',
    /preview_path|autoindex_images/,
    ({ images }) => images.findByServedName('preview', 'none'),
  ],
  ['a stored file', /images_stored_name/, ({ images }) => images.findByStoredName('original', 'none')],
  ['a stored preview', /images_stored_preview/, ({ images }) => images.findByStoredName('preview', 'none')],
  [
    'the groups changed since a version',
    /group_changes_slot/,
    ({ changes }) => changes.since({ version: 0, counters: new Map() }),
  ],
  [
    'the places of an exhibition',
    /groups_exhibition/,
    ({ groups }) => groups.publishedPlaces({ groupId: 'a', captureDate: null, year: 2026, uploadDate: '2026' }, 10, 2),
  ],
  [
    'the groups that an end has not reached',
    /groups_ended/,
    ({ exhibitions }) => exhibitions.groupIds(2, { isExhibitionEnded: false, limit: 50 }),
  ],
  ['the images that lack facts', /images_without_facts/, ({ images }) => images.withoutFacts(0, 100)],
  ['the next images', /images_pkey|images_sizes|PRIMARY KEY/, ({ images }) => images.after(0, 100)],
  ['the files to remove', /file_removals_due/, ({ fileRemovals }) => fileRemovals.due(200)],
  [
    'the groups to clean up',
    /groups_never_approved|groups_upload_date/,
    ({ groups }) => groups.due('all', neverApproved),
  ],
  [
    'the next groups to clean up',
    /groups_never_approved|groups_upload_date/,
    ({ groups }) => groups.due('all', neverApproved, { limit: 10, after: someGroup }),
  ],
  [
    'the approved groups to clean up',
    /groups_first_approved/,
    ({ groups }) =>
      groups.due(
        'all',
        { uploadedBefore: '', approvedBefore: '2026' },
        { after: { ...someGroup, firstApprovedAt: '2025' } },
      ),
  ],
  ['the newest groups', /groups_upload_date/, ({ moderation }) => moderation.groups({ scope: 'all' }, { limit: 10 })],
  [
    'the groups deleted next',
    /groups_deadline/,
    ({ moderation }) => moderation.groups({ scope: 'all' }, { limit: 10, order: 'deadline' }),
  ],
  [
    'the pending groups deleted next',
    /groups_pending_deadline/,
    ({ moderation }) => moderation.groups({ scope: 'all', approved: false }, { limit: 10, order: 'deadline' }),
  ],
  [
    'the newest images with a hash',
    /PRIMARY KEY|images_pkey|images_sizes/,
    ({ moderation }) => moderation.newestHashes(10),
  ],
  [
    'the groups changed by their owners',
    /groups_changed/,
    ({ moderation }) => moderation.groups({ scope: 'all', changed: true }, { limit: 10 }),
  ],
  [
    'the groups of a year',
    /groups_year/,
    ({ moderation }) => moderation.groupConsents({ scope: 'all', year: 2026 }, { limit: 10 }),
  ],
  [
    'the number of groups by state',
    /groups_approved|groups_changed|groups_pending|groups_upload_date/,
    ({ moderation }) => moderation.countByState('all'),
  ],
  [
    'the newest takedowns',
    /group_social_media_consents_revoked|takedowns_newest/,
    ({ takedowns }) => Array.fromAsync(takedowns.walk({ scope: 'all', done: false })),
  ],
  [
    'the overdue takedowns',
    /group_social_media_consents_revoked|takedowns_newest/,
    ({ takedowns }) => takedowns.openBefore('2026'),
  ],
  ['the actors of the log', /admin_audit_actors/, ({ adminAudit }) => adminAudit.actors()],
  // A common word is found in the rows.
  ['a search', searchIndex, ({ moderation }) => moderation.countGroups({ scope: 'all', search: 'zeppelin' })],
  [
    'a search with a filter',
    searchIndex,
    ({ moderation }) => moderation.countGroups({ scope: 'all', search: 'a', approved: false }),
  ],
]
/** Tables of a few rows are read without an index. */
const insist = ['seqscan', 'bitmapscan', 'sort'].map((way) => `set enable_${way} = off`)
/** A trigram index is only read in this way. */
const insistOnParts = [
  ...insist,
  'set enable_bitmapscan = on',
  'set enable_indexscan = off',
  'set enable_indexonlyscan = off',
]
/** Related rows of the groups of a page. */
const ofPage = /"group_id" in \(/
/** How many groups a search finds is estimated first. */
const estimate = /select \* from "group_search" order by "id" desc limit|^\s*explain /

describe.each(await testEngines())('on %s an index leads to', (name, newPlace) => {
  const opened = new AsyncDisposableStack()
  const asked: CompiledQuery[] = []
  let engine: Engine
  let database: Database
  beforeAll(async () => {
    engine = opened.use(await newPlace()).open()
    const watch: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(engine.db.getExecutor().compileQuery(node as RootOperationNode, queryId))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    database = opened.use(await openDatabase({ ...engine, db: engine.db.withPlugin(watch) }))
    await seedGroups(
      database,
      Array.from({ length: 30 }, () => ({})),
    )
  })
  afterAll(() => opened.disposeAsync())

  it.each(reads)('%s', async (what, index, read) => {
    asked.length = 0
    await read(database)
    const queries = asked.filter(
      ({ sql }) => !ofPage.test(sql) && !estimate.test(sql) && !sql.includes('change_counters'),
    )
    expect(queries).not.toEqual([])
    await engine.db.connection().execute(async (connection) => {
      const server = name === 'PostgreSQL'
      const settings = what.startsWith('a search') ? insistOnParts : insist
      for (const setting of server ? settings : []) await connection.executeQuery(CompiledQuery.raw(setting))
      for (const { sql, parameters } of queries) {
        const query = CompiledQuery.raw(`explain ${server ? '' : 'query plan '}${sql}`, [...parameters])
        const { rows } = await connection.executeQuery<UnknownRow>(query)
        const plan = rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
        expect(plan, sql).toMatch(index)
        // The rows of a page are found before and read by id.
        const found = [...plan.matchAll(/^CO-ROUTINE (\w+)$/gm)].map(([, table]) => `SCAN ${table}`)
        const tables = plan
          .split('\n')
          .filter((line) => !found.includes(line))
          .join('\n')
        expect(tables, sql).not.toMatch(/SCAN \w+$|Seq Scan/m)
      }
    })
  })
})
