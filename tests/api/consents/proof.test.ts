import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { consentWording } from '#server/domain/consents/consent.ts'
import { consentLanguage, consentTexts } from '#server/domain/consents/consent-texts.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { changeAsOwner, setConsents } from '#tests/support/consents.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const service = adminService({ env: { UPLOAD_RATE_LIMIT: '1000' } })
const prove = (groupId: string) => ask(service.admin, 'proveConsents', { params: { groupId } })
const upload = (consents: Record<string, unknown>) =>
  uploadGroup(service.app, { parts: { consents: { workshopConsent: true, ...consents } } })

describe('proveConsents', () => {
  it('has text, version, language, time and author of each consent', async () => {
    const { groupId } = await upload({ socialMediaConsents: [1], minorsConsent: true, language: 'de-AT' })
    const { consents } = await prove(groupId)
    const given = { given: true, at: expect.any(String), by: 'owner', version: consentWording, language: 'de' }
    const history = [{ action: 'give', at: expect.any(String), by: 'owner', version: consentWording, language: 'de' }]
    expect(consents).toEqual([
      { type: 'workshop', ...given, text: consentTexts.de?.workshop, history },
      { type: 'minors', ...given, text: consentTexts.de?.minors, history },
      {
        type: 'social_media',
        platformId: 1,
        platformName: 'facebook',
        ...given,
        text: consentTexts.de?.social_media.replace('{{name}}', 'Facebook'),
        history,
      },
    ])
  })

  it('has every change and its author; the text remains the one that was shown', async () => {
    const { groupId } = await upload({ socialMediaConsents: [1], language: 'en' })
    await changeAsOwner(service, { groupId, action: 'revoke', platformId: null })
    await changeAsOwner(service, { groupId, action: 'restore', platformId: null })
    await setConsents(service, groupId, { socialMediaConsents: [{ platformId: 1, consented: false }] })
    const [workshop, facebook] = (await prove(groupId)).consents
    expect(workshop).toMatchObject({
      given: true,
      text: consentTexts.en?.workshop,
      version: consentWording,
      language: 'en',
    })
    expect(workshop?.history.map(({ action, by }) => [action, by])).toEqual([
      ['give', 'owner'],
      ['revoke', 'owner'],
      ['restore', 'owner'],
    ])
    expect(facebook).toMatchObject({ given: false, by: 'admin' })
  })

  it('is a printable page without scripts with format=html', async () => {
    const { groupId } = await upload({ language: 'fr' })
    const response = await service.admin.fetch(`/api/admin/groups/${groupId}/consents/proof?format=html`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await response.text()
    expect(page).toContain(groupId)
    expect(page).toContain(consentTexts.fr?.workshop.split('\n')[0])
    expect(page).toContain('Display in the workshop: given')
    const german = await service.admin.fetch(`/api/admin/groups/${groupId}/consents/proof?format=html&language=de`)
    expect(await german.text()).toContain('Anzeige in der Werkstatt: erteilt')
  })

  it('has no text if none was stored; 404 for an unknown group', async () => {
    const { groupId } = await upload({})
    await setConsents(service, groupId, { socialMediaConsents: [{ platformId: 2, consented: true }] })
    const [, instagram] = (await prove(groupId)).consents
    expect(instagram).toMatchObject({ given: true, by: 'admin', language: null, text: null })
    await refused(send(service.admin, 'proveConsents', { params: { groupId: 'unknown' } }), 404, 'GROUP_NOT_FOUND')
  })

  it('is in the export: version and language', async () => {
    const { groupId } = await upload({ language: 'uk' })
    const { data } = await ask(service.admin, 'exportConsents')
    expect(data.find((each) => each.groupId === groupId)).toMatchObject({
      consentVersion: consentWording,
      consentLanguage: 'uk',
    })
  })
})

describe('consentLanguage', () => {
  it.each([
    ['de', undefined, 'de'],
    ['pt-BR', 'de', 'pt'],
    ['xx', 'fr;q=0.5, tr, en;q=0.8', 'tr'],
    [undefined, 'xx, it;q=0.3', 'it'],
    [undefined, 'de;q=0', 'en'],
    [undefined, undefined, 'en'],
  ])('%j, Accept-Language %j: %s', (asked, header, language) => {
    expect(consentLanguage(asked, header)).toBe(language)
  })

  it.each(Object.keys(consentTexts))('the kept texts are those of the upload page in %s', (language) => {
    const { consents } = JSON.parse(readFileSync(`web/src/i18n/${language}.json`, 'utf8'))
    expect(consentTexts[language]).toEqual({
      workshop: `${consents.workshop}\n${consents.workshopDetail}`,
      social_media: `${consents.platform}\n${consents.platformsHint}`,
      minors: consents.minors,
    })
  })
})
