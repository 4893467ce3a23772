import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAuthenticatorApp } from '#tests/support/add-authenticator-app.ts'
import { adminCredentials, loginAsAdmin, loginAsNew, post, type Session } from '#tests/support/admin.ts'
import {
  backUp,
  expectWhole,
  filesBelow,
  folderIn,
  restore,
  restoreAsking,
} from '#tests/support/installations/backups.ts'
import { fullEnv } from '#tests/support/installations/full-installation.ts'
import { isPublic, type OwnedGroup, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

const newPassword = 'the password of afterwards'
const renewedToken = randomUUID()
const parts = { consents: { workshopConsent: true, socialMediaConsents: [{ platformId: 1 }] } }
const names = [
  'revoked',
  'hidden',
  'image',
  'unapproved',
  'edited',
  'owner',
  'admin',
  'kept',
  'again',
  'renewed',
] as const
type Groups = Record<(typeof names)[number], OwnedGroup>

/** An installation after a backup and every kind of withdrawal. */
interface Withdrawn {
  readonly dataDir: string
  readonly to: string
  readonly backup: string
  readonly groups: Groups
  readonly before: { readonly session: Session; readonly servedNames: readonly string[] }
}

async function makeWithdrawn(): Promise<Withdrawn> {
  const to = await newFolder()
  const first = await startApp({ env: fullEnv })
  const groups = {} as Groups
  for (const name of names) groups[name] = await ownGroup(first, { images: 2, parts })
  const users = new Map<string, Session>()
  for (const username of ['mira', 'otto', 'tina']) users.set(username, await loginAsNew(first, { username }))
  await addAuthenticatorApp(users.get('tina') as Session)
  const session = await loginAsAdmin(first)
  const images = await first.app.deps.database.images.ofGroup(groups.revoked.groupId)
  const { dataDir } = first
  await first.stop()
  const backup = folderIn(await backUp(dataDir, to))

  const app = await startApp({ env: fullEnv, dataDir })
  const admin = await loginAsAdmin(app)
  const own = (name: keyof Groups) => ownedNow(app, groups[name])
  const send = (method: string, path: string, json?: object) =>
    admin.fetch(`/api/admin/${path}`, { method, ...(json && { json }) })
  const answers = [
    await own('revoked').send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
    await own('revoked').send('PUT', '/consents', { consentType: 'social_media', action: 'revoke', platformId: 1 }),
    await own('again').send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
    await own('again').send('PUT', '/consents', { consentType: 'workshop', action: 'restore' }),
    await own('image').send('DELETE', `/images/${groups.image.imageIds[0]}`),
    await own('owner').send('DELETE'),
    await send('PATCH', `groups/${groups.hidden.groupId}/images/${groups.hidden.imageIds[0]}`, { hidden: true }),
    await send('PATCH', `groups/${groups.unapproved.groupId}/approve`, { approved: false }),
    await own('edited').send('PUT', '/metadata', { name: 'M.' }),
    await send('PATCH', `groups/${groups.edited.groupId}/approve`, { approved: true }),
    await send('DELETE', `groups/${groups.admin.groupId}`),
    await send('PATCH', `users/${users.get('mira')?.user.id}`, { password: newPassword }),
    await send('PATCH', `users/${users.get('otto')?.user.id}`, { disabled: true }),
    await send('PATCH', `users/${users.get('tina')?.user.id}`, { removeFactors: true }),
    await own('renewed').send('POST', '/renew', { managementToken: renewedToken }),
  ]
  for (const [n, { status }] of answers.entries()) expect(status, `step ${n}`).toBe(200)
  await app.stop()
  return { dataDir, to, backup, groups, before: { session, servedNames: images.map(({ fileName }) => fileName) } }
}

const ownedNow = (app: TestApp, { token }: OwnedGroup) => ({
  send: async (method: string, path = '', json?: object) => {
    const body = json && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
    return app.fetch(`/api/manage/${token}${path}`, { method, ...body })
  },
})

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-restored-'))
  folders.push(folder)
  return folder
}

let made: Withdrawn
beforeAll(async () => {
  made = await makeWithdrawn()
})
afterAll(async () => {
  for (const folder of [made.dataDir, ...folders]) await rm(folder, { recursive: true, force: true })
})

/** Restores the backup into a copy of the installation from which `lose` has removed something. */
async function restored(
  lose: (dataDir: string, to: string) => Promise<unknown>,
  ...words: string[]
): Promise<{ output: string; dataDir: string }> {
  const [dataDir, to] = [await newFolder(), await newFolder()]
  await cp(made.dataDir, dataDir, { recursive: true })
  await cp(made.to, to, { recursive: true })
  await lose(dataDir, to)
  const backup = join(to, made.backup.slice(made.to.length + 1))
  return { dataDir, output: await restore(dataDir, backup, '--replace', ...words) }
}

const loseDatabase = async (dataDir: string) => {
  for (const ending of ['', '-wal', '-shm']) await rm(join(dataDir, `werkschau.db${ending}`), { force: true })
}
const takeOldDatabase = async (dataDir: string) => {
  await loseDatabase(dataDir)
  await cp(join(made.backup, 'werkschau.db'), join(dataDir, 'werkschau.db'))
}
const damageDatabase = (dataDir: string) => writeFile(join(dataDir, 'werkschau.db'), Buffer.alloc(8_192, 'damage'))
const loseBoth = async (dataDir: string, to: string) => {
  // Like after one more backup before the machine was lost.
  await cp(join(dataDir, 'withdrawals.jsonl'), join(to, 'withdrawals.jsonl'))
  await rm(join(dataDir, 'withdrawals.jsonl'))
  await damageDatabase(dataDir)
}
const loseAll = async (dataDir: string, to: string) => {
  await loseDatabase(dataDir)
  await rm(join(dataDir, 'withdrawals.jsonl'))
  await rm(join(to, 'withdrawals.jsonl'))
}
const damageLedger = async (dataDir: string, to: string) => {
  await loseDatabase(dataDir)
  await rm(join(to, 'withdrawals.jsonl'))
  const path = join(dataDir, 'withdrawals.jsonl')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"kind":"image_hidden"', '"kind":"image_h\u0007dden"'))
}

describe.each([
  ['the present database', () => Promise.resolve(), 'database that was replaced'],
  ['the ledger, where the database is gone', loseDatabase, 'come from the ledger of withdrawals'],
  ['the ledger, where the database is an old one', takeOldDatabase, 'come from the ledger of withdrawals'],
  ['the copy beside the backups, where all else is gone', loseBoth, 'copy of the ledger beside the backups'],
])('a restore knows from %s', (name, lose, says) => {
  let app: TestApp
  let output: string
  let folder: string
  beforeAll(async () => {
    const result = await restored(lose, '--since-backup=keep')
    output = result.output
    folder = result.dataDir
    app = await startApp({ env: fullEnv, dataDir: folder })
  })
  afterAll(() => app.stop())
  const stored = (name: keyof Groups) => app.app.deps.database.groups.find(made.groups[name].groupId)

  it('and reports it', () => expect(output).toContain(says))

  it('which consents were withdrawn, and which were given again', async () => {
    expect(await isPublic(app, made.groups.revoked.groupId)).toBe(false)
    expect(await isPublic(app, made.groups.again.groupId)).toBe(true)
    const consents = await app.app.deps.database.consents.ofGroup(made.groups.revoked.groupId)
    expect(consents.find(({ platformId }) => platformId === 1)).toMatchObject({ revoked: true })
    for (const name of made.before.servedNames) expect((await app.fetch(`/upload/${name}`)).status).toBe(404)
  })

  it('which photos were hidden or deleted', async () => {
    const { images } = app.app.deps.database
    const hidden = await images.ofGroup(made.groups.hidden.groupId)
    expect(hidden.map(({ hiddenReason }) => hiddenReason)).toEqual(['moderator', null])
    const { groupId, imageIds } = made.groups.image
    expect((await images.ofGroup(groupId)).map(({ id }) => id)).toEqual(imageIds.slice(1))
  })

  it('which approvals were withdrawn, and keeps the others', async () => {
    expect(await stored('unapproved')).toMatchObject({ isApproved: false, firstApprovedAt: expect.any(String) })
    expect(await isPublic(app, made.groups.kept.groupId)).toBe(true)
  })

  it('which groups their owners changed, so that nobody has approved what the backup has', async () => {
    expect(await stored('edited')).toMatchObject({ isApproved: false, firstApprovedAt: expect.any(String) })
  })

  it('which links were renewed: the old one has ended, the new one works where it is known', async () => {
    const answered = async (token: string) => (await app.fetch(`/api/manage/${token}`)).status
    expect(await answered(made.groups.renewed.token)).toBe(404)
    expect(await answered(renewedToken)).toBe(name === 'the present database' ? 200 : 404)
  })

  it('which groups were deleted, by whomever', async () => {
    for (const name of ['owner', 'admin'] as const) {
      expect(await stored(name)).toBeUndefined()
      expect(output).toContain(made.groups[name].groupId)
    }
    const log = await app.app.deps.database.deletionLog.latest('all')
    expect(log.map(({ reason }) => reason).toSorted()).toEqual(['admin_moderation_deletion', 'user_deletion'])
    expect(await expectWhole(folder)).toBe(15)
  })

  it('which passwords, accounts and second factors have changed; no session comes back', async () => {
    const login = async (username: string, password = adminCredentials.password) =>
      (await post(app, '/auth/login', { username, password })).status
    expect(await login('mira')).toBe(401)
    expect(await login('otto')).toBe(401)
    const current = says.startsWith('database')
    expect(await login('mira', newPassword)).toBe(current ? 200 : 401)
    expect(await login('tina')).toBe(current ? 200 : 401)
    expect(output.includes('mira')).toBe(!current)
    const { cookie } = made.before.session
    expect((await app.fetch('/api/admin/groups', { headers: { cookie } })).status).toBe(403)
    expect(await login('admin')).toBe(200)
  })
})

describe.each([
  ['the database and the ledger are gone', loseAll],
  ['the ledger is damaged', damageLedger],
  ['only the copy beside the backups is there', loseBoth],
])('a restore when %s', (_name, lose) => {
  it('does not run without --since-backup, names both answers and changes nothing', async () => {
    let before = {}
    let kept = ''
    const losing = async (dataDir: string, to: string) => {
      await lose(dataDir, to)
      kept = dataDir
      before = await filesBelow(dataDir)
    }
    await expect(restored(losing)).rejects.toThrow(
      /what was withdrawn or deleted after .*, the time of the backup or of the last entry in the copy beside it, is unknown.*--since-backup=unapprove \(recommended.*--since-backup=keep.* Nothing was changed$/,
    )
    expect(await filesBelow(kept)).toEqual(before)
  })

  it('with unapprove: leaves no group approved, and says so', async () => {
    const { output, dataDir } = await restored(lose, '--since-backup=unapprove')
    expect(output).toMatch(/Groups that wait for approval because of this: ([4-9]|10)\./)
    const app = await startApp({ env: fullEnv, dataDir })
    for (const name of names) expect(await isPublic(app, made.groups[name].groupId)).toBe(false)
    expect((await app.fetch('/api/admin/groups', { headers: { cookie: made.before.session.cookie } })).status).toBe(403)
    await app.stop()
  })

  it('with keep: leaves approvals as the backup has them', async () => {
    const { output, dataDir } = await restored(lose, '--since-backup=keep')
    expect(output).not.toContain('wait for approval')
    const app = await startApp({ env: fullEnv, dataDir })
    expect(await isPublic(app, made.groups.kept.groupId)).toBe(true)
    expect(await isPublic(app, made.groups.unapproved.groupId)).toBe(lose !== loseBoth)
    await app.stop()
  })
})

describe('npm run restore at a terminal', () => {
  const withAnswer = async (answer: string) => {
    const dataDir = await newFolder()
    const output = await restoreAsking(answer, dataDir, made.backup)
    const app = await startApp({ env: fullEnv, dataDir })
    const isShown = await isPublic(app, made.groups.kept.groupId)
    await app.stop()
    return { output, isShown }
  }

  it('asks where the present data is missing', async () => {
    expect(await withAnswer(' unapprove ')).toMatchObject({ isShown: false })
    expect(await withAnswer('keep')).toMatchObject({ isShown: true })
    await expect(withAnswer('yes')).rejects.toThrow('Nothing was changed')
  })

  it('does not ask where it is there', async () => {
    const dataDir = await newFolder()
    await cp(made.dataDir, dataDir, { recursive: true })
    expect(await restoreAsking('never asked', dataDir, made.backup, '--replace')).toContain(
      'database that was replaced',
    )
  })

  it('refuses any other --since-backup', async () => {
    await expect(restored(() => Promise.resolve(), '--since-backup=some')).rejects.toThrow(
      '--since-backup some is neither keep nor unapprove',
    )
  })
})

it('finds the copy of the ledger beside the backup that --from leads to', async () => {
  const link = join(await newFolder(), 'latest')
  await symlink(made.backup, link)
  for (const from of [link, `${made.backup}/.`]) {
    const output = await restore(await newFolder(), from, '--since-backup=unapprove')
    expect(output).toContain('come from the copy of the ledger beside the backups')
  }
})

describe('npm run restore -- --bring-back', () => {
  it('brings a deleted group back with its approval, but not a consent that was withdrawn', async () => {
    const { admin, unapproved, revoked } = made.groups
    const words = [admin, unapproved, revoked].flatMap(({ groupId }) => ['--bring-back', groupId])
    const { output, dataDir } = await restored(() => Promise.resolve(), ...words)
    expect(output).toContain(`Brought back: ${[admin, unapproved, revoked].map(({ groupId }) => groupId).join(', ')}`)
    const app = await startApp({ env: fullEnv, dataDir })
    expect(await isPublic(app, admin.groupId)).toBe(true)
    expect(await isPublic(app, unapproved.groupId)).toBe(true)
    expect(await isPublic(app, revoked.groupId)).toBe(false)
    await app.stop()
    // The next restore of the same backup brings it back, too.
    expect(await restore(dataDir, made.backup, '--replace')).not.toContain(admin.groupId)
  })

  it('keeps the approval if there is no record', async () => {
    const { kept, hidden } = made.groups
    const { dataDir } = await restored(loseAll, '--since-backup=unapprove', '--bring-back', kept.groupId)
    const app = await startApp({ env: fullEnv, dataDir })
    expect(await isPublic(app, kept.groupId)).toBe(true)
    expect(await isPublic(app, hidden.groupId)).toBe(false)
    await app.stop()
  })

  it('refuses a group that is not in the backup, and changes nothing', async () => {
    await expect(restored(() => Promise.resolve(), '--bring-back', 'nobody')).rejects.toThrow(
      'There is no group nobody in the backup',
    )
  })
})

it('--since-backup=unapprove leaves no group approved that waits in groups.json', async () => {
  const first = await startApp({ env: fullEnv })
  const { groupId } = await ownGroup(first, { parts })
  await (await loginAsAdmin(first)).fetch('/api/system/migration/rollback', { method: 'POST' })
  await first.stop()
  folders.push(first.dataDir)
  const backup = folderIn(await backUp(first.dataDir, await newFolder()))
  for (const [rule, isShown] of [
    ['keep', true],
    ['unapprove', false],
  ] as const) {
    const dataDir = await newFolder()
    await restore(dataDir, backup, `--since-backup=${rule}`)
    await using app = await startApp({ env: fullEnv, dataDir })
    expect(await isPublic(app, groupId), rule).toBe(isShown)
  }
})
