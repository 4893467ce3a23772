import { ask, send } from '#tests/support/ask.ts'
import { owner } from '#tests/support/manage.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'
import { inLarge } from './manage-states.ts'
import { logIn, type State, settled, type Visit } from './stage.ts'

/** A published group of the demo installation, for removal requests. */
async function hang({ stage }: Visit, count = 3) {
  const installation = await stage.installation()
  const photos = stage.photos.slice(0, count)
  const files = photos.map(({ name, bytes }) => ({ name, bytes }))
  const metadata = { title: 'Offene Werkstatt', name: 'Jonas', year: 2026 }
  const group = await uploadGroup(installation, { files, parts: { metadata } })
  await publish(installation, group.groupId)
  return { installation, group, imageIds: group.images.map(({ id }) => id) }
}

let people = 0
/** Each person has an own address, because of the limit of five requests per hour. */
const someone = () => ({ 'x-forwarded-for': `198.51.100.${(people++ % 250) + 1}` })

const requested = async (visit: Visit, json: object) => {
  const { installation } = await hang(visit)
  const { body } = await send(installation, 'createRemovalRequest', {
    json: { reason: 'me', ...json },
    headers: someone(),
  })
  return { installation, requestId: body.requestId }
}

async function hidden(visit: Visit) {
  const { installation, group, imageIds } = await hang(visit)
  const { admin } = installation
  const params = { groupId: group.groupId, imageId: imageIds[1] ?? 0 }
  const moderationNote = 'Das Kind im Hintergrund ist zu erkennen. Bitte mach das Gesicht unkenntlich.'
  await ask(admin, 'editImage', { params, json: { hidden: true, moderationNote } })
  const note = 'Sind alle auf dem zweiten Foto einverstanden?'
  await ask(admin, 'approveGroup', { params, json: { approved: false, moderationNote: note } })
  await visit.page.goto(`${installation.url}/manage/${group.managementToken}`)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await settled(visit.page)
  return owner(installation, group.managementToken)
}

const drawOn = async ({ page }: Visit) => {
  const area = page.locator('[data-ready]')
  await area.waitFor()
  const { x, y, width, height } = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width * 0.2, y + height * 0.3)
  await page.mouse.move(x + width * 0.5, y + height * 0.3)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.8, y + height * 0.7, { steps: 3 })
  await page.mouse.up()
}

const goTo = async ({ stage, page }: Visit, path: string) => {
  await page.goto(`${(await stage.installation()).url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
}

/** People in the photos, and what owners and moderators do about them. */
export const peopleStates: readonly State[] = [
  { name: 'removal-form', open: (visit) => goTo(visit, '/removal-requests?code=K7-3') },
  {
    name: 'removal-form-empty',
    async open(visit) {
      await goTo(visit, '/removal-requests')
      await visit.page.getByRole('textbox').first().press('Enter')
      await visit.page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'removal-sent',
    async open(visit) {
      await visit.context.setExtraHTTPHeaders(someone())
      await goTo(visit, '/removal-requests?code=K7-3')
      await visit.page.getByRole('textbox').first().press('Enter')
      await visit.page.locator('a[href*="/removal-requests/"]').first().waitFor()
    },
  },
  {
    name: 'removal-status-open',
    async open(visit) {
      const { requestId } = await requested(visit, { message: 'Das zweite Foto' })
      await goTo(visit, `/removal-requests/${requestId}`)
    },
  },
  {
    name: 'removal-status-refused',
    async open(visit) {
      const { installation, requestId } = await requested(visit, { message: 'Das zweite Foto' })
      const json = { decision: 'show_again', note: 'Auf dem Foto ist nur die Hobelbank zu sehen.' }
      await ask(installation.admin, 'decideRemovalRequest', { params: { requestId }, json })
      await goTo(visit, `/removal-requests/${requestId}`)
    },
  },
  {
    name: 'removal-status-unknown',
    open: (visit) => goTo(visit, '/removal-requests/00000000-0000-4000-8000-000000000000'),
  },
  {
    name: 'admin-removal-requests',
    async open(visit) {
      const { installation, imageIds } = await hang(visit)
      const message = 'Meine Tochter ist zweite von links, wir möchten das nicht.'
      const json = { imageId: imageIds[0], reason: 'my_child', message, contact: 'eltern@beispiel.example' }
      await send(installation, 'createRemovalRequest', { json, headers: someone() })
      await logIn(visit, installation, installation.admin)
      await goTo(visit, '/admin/moderation')
      await visit.page.locator('#removal-requests').click()
      await visit.page.getByText(message).first().waitFor()
      await settled(visit.page)
    },
  },
  {
    name: 'admin-redaction',
    async open(visit) {
      const { installation, group } = await hang(visit)
      await logIn(visit, installation, installation.admin)
      await goTo(visit, `/admin/moderation/${group.groupId}`)
      await visit.page.getByRole('button', { name: visit.words.admin('group.morePhoto', { n: 1 }) }).click()
      await visit.page.getByRole('menuitem', { name: visit.words.admin('group.redact') }).click()
      await drawOn(visit)
    },
  },
  {
    name: 'consents-proof',
    async open(visit) {
      const { installation, group } = await hang(visit)
      await logIn(visit, installation, installation.admin)
      const url = `/api/admin/groups/${group.groupId}/consents/proof?format=html&language=${visit.locale}`
      await visit.page.goto(installation.url + url)
    },
  },
  { name: 'manage-hidden', open: async (visit) => void (await hidden(visit)) },
  {
    name: 'manage-redaction',
    async open(visit) {
      await hidden(visit)
      await inLarge(visit, visit.words.manage('redact.button'))
      await drawOn(visit)
    },
  },
  {
    name: 'manage-renew',
    async open(visit) {
      await hidden(visit)
      await visit.page.getByRole('button', { name: visit.words.manage('renew.button') }).click()
      await visit.page.getByRole('dialog').waitFor()
    },
  },
]
