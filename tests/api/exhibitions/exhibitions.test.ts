import { describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsAuditor, loginAsModerator } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { admin, app, fixedTimeTests, goTo, hours, now } from '#tests/support/fixed-time.ts'
import { startApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

fixedTimeTests()

const list = async () => (await ask(admin, 'listExhibitions')).exhibitions
const create = (json: unknown) => send(admin, 'createExhibition', { json })
const update = (id: number, json: unknown) => send(admin, 'updateExhibition', { params: { id }, json })
/** What is listed before and after is the same. */
async function unchanged(call: () => Promise<unknown>): Promise<void> {
  const before = await list()
  await call()
  expect(await list()).toEqual(before)
}

describe('listExhibitions', () => {
  it('has `main` last, with the name of the site', async () => {
    const { count, exhibitions } = await ask(admin, 'listExhibitions')
    expect(count).toBe(1)
    expect(exhibitions.at(-1)).toEqual({
      id: 1,
      slug: 'main',
      name: 'Werkschau',
      opensAt: null,
      closesAt: null,
      endsAt: null,
      deletedAfterDays: null,
      accessCode: null,
      isOpen: true,
      isEnded: false,
      texts: {},
      platformIds: null,
      gallery: false,
      counts: { pending: 0, approved: 0, images: 0 },
      groupCountAtEnd: null,
      revision: 1,
    })
  })

  it('counts groups and images; the newest comes first', async () => {
    const [older, newer] = [await addExhibition(admin), await addExhibition(admin)]
    await publish(app, (await uploadGroup(app)).groupId)
    await uploadGroup(app)
    const all = await list()
    expect(all.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(all.at(-1)?.counts).toEqual({ pending: 1, approved: 1, images: 2 })
    expect(newer.counts).toEqual({ pending: 0, approved: 0, images: 0 })
  })

  it('is for moderators, too; only admins change exhibitions', async () => {
    const moderator = await loginAsModerator(app)
    const auditor = await loginAsAuditor(app)
    const { id } = await addExhibition(admin)
    expect((await send(moderator, 'listExhibitions')).status).toBe(200)
    expect(await send(auditor, 'listExhibitions')).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } })
    await unchanged(async () => {
      const named = { params: { id } }
      for (const refused of [
        await send(moderator, 'createExhibition', { json: { slug: 'other', name: 'Other' } }),
        await send(moderator, 'updateExhibition', { ...named, json: { name: 'Other' } }),
        await send(moderator, 'deleteExhibition', named),
        await send(moderator, 'copyExhibition', { ...named, json: { slug: 'other', name: 'Other' } }),
        await send(moderator, 'moveGroups', { ...named, json: { groupIds: ['none'] } }),
      ])
        expect(refused).toMatchObject({ status: 403, body: { code: 'ROLE_REQUIRED' } })
    })
    expect((await send(app, 'listExhibitions')).status).toBe(403)
  })

  it('needs the CSRF token for changes', async () => {
    await unchanged(async () => {
      const headers = { 'x-csrf-token': 'wrong', cookie: admin.cookie }
      const json = { slug: 'forged', name: 'Forged' }
      expect(await send(app, 'createExhibition', { json, headers })).toMatchObject({
        status: 403,
        body: { code: 'CSRF_INVALID' },
      })
    })
  })
})

describe('createExhibition', () => {
  it('201 with all that was given, times in UTC', async () => {
    const json = {
      slug: 'spring-2026',
      name: '  Spring\r\nfair ',
      opensAt: '2026-05-04T14:00:00+02:00',
      closesAt: hours(5),
      endsAt: hours(6),
      deletedAfterDays: 30,
      accessCode: 'Oak2026',
      texts: { welcomeText: { de: 'Hallo' }, minorsTick: false },
      platformIds: [1, 2],
    }
    const { status, body } = await create(json)
    expect(status).toBe(201)
    expect(body.exhibition).toMatchObject({
      ...json,
      name: 'Spring fair',
      opensAt: hours(2),
      isOpen: false,
      isEnded: false,
    })
    expect(await list()).toContainEqual(body.exhibition)
  })

  it.each([
    ['slug', { slug: 'A' }, 'INVALID_BODY'],
    ['slug', { slug: 'a'.repeat(41) }, 'INVALID_BODY'],
    ['name', { name: '  ' }, 'INVALID_BODY'],
    ['name', { name: 'n'.repeat(101) }, 'TEXT_TOO_LONG'],
    ['accessCode', { accessCode: 'abc' }, 'INVALID_BODY'],
    ['accessCode', { accessCode: 'with space' }, 'INVALID_BODY'],
    ['deletedAfterDays', { deletedAfterDays: 0 }, 'INVALID_BODY'],
    ['deletedAfterDays', { deletedAfterDays: 3_651 }, 'INVALID_BODY'],
    ['opensAt', { opensAt: '2026-05-04T10:00:00' }, 'INVALID_TIMES'],
    ['closesAt', { closesAt: '2026-02-30T10:00:00Z' }, 'INVALID_TIMES'],
    ['closesAt', { opensAt: hours(1), closesAt: hours(1) }, 'INVALID_TIMES'],
    ['endsAt', { closesAt: hours(2), endsAt: hours(1) }, 'INVALID_TIMES'],
    ['endsAt', { opensAt: hours(2), endsAt: hours(1) }, 'INVALID_TIMES'],
    ['texts.consentTexts.de.social_media', { texts: { consentTexts: { de: { social_media: 'Ja' } } } }, 'INVALID_BODY'],
  ])('400 names %s in %o', async (field, fields, code) => {
    await unchanged(async () => {
      const { status, body } = await create({ slug: 'refused', name: 'Refused', ...fields })
      expect({ status, body }).toMatchObject({ status: 400, body: { code, details: { field } } })
    })
  })

  it('400 for texts and platforms that do not exist', async () => {
    await unchanged(async () => {
      const unknownPlatform = await create({ slug: 'refused', name: 'Refused', platformIds: [99] })
      expect(unknownPlatform).toMatchObject({ status: 400, body: { code: 'UNKNOWN_PLATFORM' } })
      const unknownText = await create({ slug: 'refused', name: 'Refused', texts: { farewell: 'Bye' } })
      expect(unknownText).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } })
    })
  })

  it('409 SLUG_TAKEN, also for that of one that has ended and was deleted', async () => {
    const ended = await addExhibition(admin, { slug: 'class-of-2025', endsAt: hours(-1) })
    for (const slug of ['main', ended.slug]) {
      expect(await create({ slug, name: 'Second' })).toMatchObject({ status: 409, body: { code: 'SLUG_TAKEN' } })
    }
    await ask(admin, 'deleteExhibition', { params: { id: ended.id } })
    expect(await create({ slug: ended.slug, name: 'Second' })).toMatchObject({ body: { code: 'SLUG_TAKEN' } })
  })

  it('gives a slug to one of two who ask for it at once', async () => {
    const answers = await Promise.all([1, 2, 3].map((n) => create({ slug: 'at-once', name: `Number ${n}` })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await list()).filter(({ slug }) => slug === 'at-once')).toHaveLength(1)
  })

  it('409 TOO_MANY_EXHIBITIONS beyond 1,000', async () => {
    await using own = await startApp()
    const session = await loginAsAdmin(own)
    const row = { name: 'Many', opensAt: null, closesAt: null, endsAt: null, deletedAfterDays: null, accessCode: null }
    await own.app.deps.database.transaction(async (tx) => {
      for (let n = 1; n < 1_000; n++)
        await tx.exhibitions.add({ ...row, slug: `many-${n}`, texts: {}, platformIds: null, gallery: false })
    })
    const json = { slug: 'one-more', name: 'One more' }
    expect(await send(session, 'createExhibition', { json })).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_EXHIBITIONS', details: { limit: 1_000 } },
    })
    expect((await ask(session, 'listExhibitions')).count).toBe(1_000)
  })
})

describe('updateExhibition', () => {
  it('changes what is named and leaves the rest', async () => {
    const before = await addExhibition(admin, { accessCode: 'Oak7', texts: { minorsTick: false }, closesAt: hours(3) })
    const after = await changeExhibition(admin, before.id, { name: 'Autumn', accessCode: null, platformIds: [3] })
    expect(after).toEqual({
      ...before,
      name: 'Autumn',
      accessCode: null,
      platformIds: [3],
      revision: before.revision + 1,
    })
    expect(await list()).toContainEqual(after)
    const again = await changeExhibition(admin, before.id, { ...after, id: 1, name: 'Winter' })
    expect(again).toEqual({ ...after, name: 'Winter', revision: after.revision + 1 })
  })

  it('ends an exhibition now: `closesAt` follows; a later end opens it again', async () => {
    const { id } = await addExhibition(admin, { closesAt: hours(3), endsAt: hours(4) })
    const ended = await changeExhibition(admin, id, { endsAt: now })
    expect(ended).toMatchObject({ closesAt: now, endsAt: now, isOpen: false, isEnded: true })
    expect(await changeExhibition(admin, id, { closesAt: hours(1), endsAt: hours(2) })).toMatchObject({
      isOpen: true,
      isEnded: false,
    })
    expect(await update(id, { closesAt: hours(3) })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TIMES', details: { field: 'closesAt' } },
    })
  })

  it('409 EXHIBITION_CHANGED for an outdated revision', async () => {
    const { id, revision } = await addExhibition(admin)
    const first = await update(id, { name: 'First', revision })
    expect(first.status).toBe(200)
    await unchanged(async () => {
      const second = await update(id, { name: 'Second', revision })
      expect(second).toMatchObject({ status: 409, body: { code: 'EXHIBITION_CHANGED' } })
    })
  })

  it('applies one of two changes with the same revision', async () => {
    const { id, revision } = await addExhibition(admin)
    const answers = await Promise.all(['One', 'Other'].map((name) => update(id, { name, revision })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('orders times by the moment, not by the clock on the wall, when the clock is set back', async () => {
    const [first, second] = ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00']
    const { id } = await addExhibition(admin, { closesAt: first, endsAt: second })
    const stored = { closesAt: '2026-10-25T00:30:00.000Z', endsAt: '2026-10-25T01:30:00.000Z' }
    expect(await list()).toContainEqual(expect.objectContaining({ id, ...stored }))
    await unchanged(async () => {
      expect(await update(id, { closesAt: second, endsAt: first })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_TIMES', details: { field: 'endsAt' } },
      })
    })
    await goTo('2026-10-25T00:30:00.000Z')
    expect(await list()).toContainEqual(expect.objectContaining({ id, isOpen: false, isEnded: false }))
    await goTo('2026-10-25T01:30:00.000Z')
    expect(await list()).toContainEqual(expect.objectContaining({ id, isEnded: true }))
    await goTo(now)
  })

  it('keeps the slug for good', async () => {
    const { id, slug } = await addExhibition(admin)
    expect((await update(id, { slug, name: 'Same slug' })).status).toBe(200)
    await unchanged(async () => {
      expect(await update(id, { slug: 'another' })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_BODY', details: { field: 'slug' } },
      })
    })
  })

  it('neither ends nor names `main`', async () => {
    await unchanged(async () => {
      expect(await update(1, { endsAt: hours(1) })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_TIMES', details: { field: 'endsAt' } },
      })
      expect(await update(1, { name: 'Other' })).toMatchObject({ status: 400, body: { details: { field: 'name' } } })
    })
  })

  it('400 NO_FIELDS and 404 EXHIBITION_NOT_FOUND', async () => {
    const { id, revision } = await addExhibition(admin)
    expect(await update(id, { revision })).toMatchObject({ status: 400, body: { code: 'NO_FIELDS' } })
    for (const unknown of [9_999, 'none', '1e3']) {
      const answer = await send(admin, 'updateExhibition', { params: { id: unknown }, json: { name: 'Other' } })
      expect(answer).toMatchObject({ status: 404, body: { code: 'EXHIBITION_NOT_FOUND' } })
    }
  })
})

describe('copyExhibition', () => {
  it('201 with the same texts, platforms and limits, without times and groups', async () => {
    const limits = { deletedAfterDays: 9, accessCode: 'Oak7', texts: { minorsTick: false }, platformIds: [2] }
    const { id } = await addExhibition(admin, { ...limits, opensAt: hours(1), closesAt: hours(2), endsAt: hours(3) })
    const json = { slug: 'the-copy', name: 'Copy' }
    const { status, body } = await send(admin, 'copyExhibition', { params: { id }, json })
    expect(status).toBe(201)
    const noTimes = { opensAt: null, closesAt: null, endsAt: null }
    expect(body.exhibition).toMatchObject({ ...json, ...limits, ...noTimes, revision: 1 })
    expect(await send(admin, 'copyExhibition', { params: { id }, json })).toMatchObject({
      status: 409,
      body: { code: 'SLUG_TAKEN' },
    })
    expect((await send(admin, 'copyExhibition', { params: { id: 9_999 }, json })).status).toBe(404)
  })
})

describe('deleteExhibition', () => {
  it('deletes one without groups; its slug is free again', async () => {
    const { id, slug } = await addExhibition(admin)
    expect((await send(admin, 'deleteExhibition', { params: { id } })).status).toBe(200)
    expect((await list()).some((each) => each.id === id)).toBe(false)
    expect((await send(admin, 'deleteExhibition', { params: { id } })).status).toBe(404)
    expect((await create({ slug, name: 'Again' })).status).toBe(201)
  })

  it('409 EXHIBITION_NOT_EMPTY while it holds a group, and for `main`', async () => {
    const { id } = await addExhibition(admin)
    const { groupId } = await uploadGroup(app)
    await ask(admin, 'moveGroups', { params: { id }, json: { groupIds: [groupId] } })
    await unchanged(async () => {
      for (const kept of [id, 1]) {
        const refused = await send(admin, 'deleteExhibition', { params: { id: kept } })
        expect(refused).toMatchObject({ status: 409, body: { code: 'EXHIBITION_NOT_EMPTY' } })
      }
    })
  })
})

describe('the log of admins', () => {
  it('has an entry for each change, without the access code', async () => {
    const { id } = await addExhibition(admin, { accessCode: 'Secret77' })
    await changeExhibition(admin, id, { accessCode: 'Secret88' })
    await ask(admin, 'deleteExhibition', { params: { id } })
    const { entries } = await ask(admin, 'listAdminAudit', { query: { limit: 3 } })
    expect(entries.map(({ action, target_type: type, target_id: target }) => [action, type, target])).toEqual(
      ['delete_exhibition', 'update_exhibition', 'create_exhibition'].map((action) => [
        action,
        'exhibition',
        String(id),
      ]),
    )
    expect(JSON.stringify(entries) + app.logged()).not.toMatch(/secret[78]/i)
  })
})
