import { expect, it } from 'vitest'
import { adminCommand } from '#server/command-line/admin-command.ts'
import { UsageError } from '#server/command-line/run-command.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, send } from '#tests/support/ask.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const service = adminService()
const run = (...words: string[]) =>
  adminCommand(['exhibitions', ...words])({ ...service.app.app.deps, readPassword: async () => '' })
const listed = async () => (await ask(service.admin, 'listExhibitions')).exhibitions
const find = async (slug: string) => (await listed()).find((each) => each.slug === slug)

it('lists exhibitions with state, groups and times; `main` has the name of the site', async () => {
  expect(await run('list')).toBe('main\tWerkschau\topen\t0 pending, 0 approved')
  expect(await run('create', 'class-7b', 'Class 7b', '--opens', '2999-05-01T08:00:00+02:00')).toBe(
    'Added the exhibition class-7b; visitors upload at /e/class-7b.',
  )
  await uploadGroup(service.app)
  expect((await run()).split('\n')).toEqual([
    'class-7b\tClass 7b\tclosed\t0 pending, 0 approved\topens 2999-05-01T06:00:00.000Z',
    'main\tWerkschau\topen\t1 pending, 0 approved',
  ])
})

it('creates one with times, code and days; the log of admins has no code', async () => {
  const times = ['--closes', '2999-01-01T00:00:00Z', '--ends', '2999-02-01T00:00:00Z']
  await run('create', 'festival', 'Festival', ...times, '--delete-after', '30', '--code', 'Oak77')
  expect(await find('festival')).toMatchObject({
    name: 'Festival',
    closesAt: '2999-01-01T00:00:00.000Z',
    endsAt: '2999-02-01T00:00:00.000Z',
    deletedAfterDays: 30,
    accessCode: 'Oak77',
    isOpen: true,
  })
  const { entries } = await ask(service.admin, 'listAdminAudit', { query: { limit: 1 } })
  expect(entries[0]).toMatchObject({ action: 'create_exhibition', actor_name: 'npm run admin' })
  expect(JSON.stringify(entries)).toContain('festival')
  expect(JSON.stringify(entries)).not.toContain('Oak77')
})

it('ends one at once, once, and later on brings it back', async () => {
  await run('create', 'weekend', 'Weekend')
  const { groupId } = await uploadGroup(service.app, { parts: { exhibition: 'weekend' } })
  await publish(service.app, groupId)
  const status = async () => (await send(service.app, 'getGroup', { params: { groupId } })).status
  expect(await status()).toBe(200)
  expect(await run('end', 'weekend')).toBe('The exhibition weekend has ended.')
  expect(await status()).toBe(404)
  const { endsAt } = (await find('weekend')) ?? {}
  expect(await run('end', 'weekend')).toBe(`The exhibition weekend has ended at ${endsAt}.`)
  expect(await find('weekend')).toMatchObject({ isEnded: true, endsAt })
  expect(await run('end', 'weekend', '2999-01-01T00:00:00Z')).toBe(
    'The exhibition weekend ends 2999-01-01T00:00:00.000Z.',
  )
  expect(await find('weekend')).toMatchObject({ isEnded: false })
})

it.each([
  [['create', 'main', 'Second'], 'Another exhibition has or had the slug main'],
  [['create', 'A', 'Short'], 'slug must match pattern'],
  [['create', 'refused', ' '], 'name must not be empty'],
  [['create', 'refused', 'Refused', '--ends', 'tomorrow'], 'endsAt must be an ISO 8601 time with its offset'],
  [
    ['create', 'refused', 'Refused', '--opens', '2026-02-01T00:00:00Z', '--closes', '2026-01-01T00:00:00Z'],
    'opensAt must be before closesAt',
  ],
  [['create', 'refused', 'Refused', '--delete-after', 'soon'], 'deletedAfterDays must be'],
  [['create', 'refused', 'Refused', '--delete-after', '1e3'], 'deletedAfterDays must be'],
  [['create', 'refused', 'Refused', '--code', 'abc'], 'accessCode must match pattern'],
  [['end', 'main'], 'The exhibition main cannot end'],
  [['end', 'nowhere'], 'There is no exhibition nowhere'],
])('refuses %j as the page does, and changes nothing', async (words, message) => {
  const before = await listed()
  await expect(run(...words)).rejects.toThrow(message)
  expect(await listed()).toEqual(before)
})

it.each([
  [['delete', 'main'], 'exhibitions delete is no complete command'],
  [['create', 'only-slug'], 'exhibitions create is no complete command'],
  [['end'], 'exhibitions end is no complete command'],
  [['list', 'more'], 'exhibitions list is no complete command'],
  [['list', '--code', 'Oak7'], 'exhibitions list takes no options'],
  [['end', 'main', '2026-01-01T00:00:00Z', 'more'], 'Unexpected argument: more'],
  [['create', 'a-slug', 'Name', '--starts', 'now'], "Unknown option '--starts'"],
])('%j says how it is used', async (words, message) => {
  const failed = await run(...words).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(UsageError)
  expect(String(failed)).toContain(message)
})
