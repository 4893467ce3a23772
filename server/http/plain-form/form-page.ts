import { randomUUID } from 'node:crypto'
import type { TFunction } from 'i18next'
import { limits } from '#contract/limits.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { formFields, groupTexts, type TextName } from '#contract/texts/group-texts.ts'
import type { SocialMediaPlatform } from '#server/domain/consents/consent.ts'
import { wordingOf } from '#server/domain/consents/consent-texts.ts'
import { type Html, html } from '#server/domain/text/html.ts'
import type { StaffDoor } from '#server/http/access/staff-link-access.ts'
import { type LinkedFrom, type Place, renderPage } from './page.ts'
import { platformField } from './sent-form.ts'

interface FormFacts extends LinkedFrom {
  /** Of its exhibition. */
  readonly platforms: readonly SocialMediaPlatform[]
  readonly maxFileSizeMb: number
  /** With whose staff link; a visitor's name is a field. */
  readonly staff?: StaffDoor | undefined
  readonly now: Date
}

/** Each in its own language, as on the pages. */
const nameOf = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

function textField(name: TextName, label: string): Html {
  const { maxLength, isLong } = groupTexts[name]
  return isLong
    ? html`<label>${label}<textarea name="${name}" rows="4" maxlength="${maxLength}"></textarea></label>`
    : html`<label>${label}<input type="text" name="${name}" maxlength="${maxLength}"></label>`
}

const yearField = (label: string): Html =>
  html`<label>${label}<input type="text" name="year" inputmode="numeric" maxlength="4"></label>`

const tick = (name: string, label: string, required?: 'required'): Html =>
  html`<label class="tick"><input type="checkbox" name="${name}" ${required}>${label}</label>`

const texts = ({ t, staff }: FormFacts): Html => html`
<h2>${t('texts.heading')}</h2>
<p class="hint">${t('texts.hint')}</p>
${formFields.flatMap((field) => {
  if (staff && field === 'name') return []
  const label = t(`texts.${field}`)
  return field === 'year' ? yearField(label) : textField(field, label)
})}`

const platformTicks = (t: TFunction, platforms: readonly SocialMediaPlatform[]): Html =>
  platforms.length === 0
    ? html``
    : html`<fieldset><legend>${t('consents.platformsTitle')}</legend>
<small>${t('consents.platformsHint')}</small>
${platforms.map(({ platformId, displayName }) => tick(platformField(platformId), t('consents.platform', { name: displayName })))}
</fieldset>`

export const languageLinks = ({
  language,
  place: { site, form, query },
}: Pick<LinkedFrom, 'language' | 'place'>): Html =>
  html`<nav>${site.languages
    .filter((each) => each !== language)
    .map((each) => html`<a lang="${each}" href="${form}?language=${each}${query}">${nameOf(each)}</a> `)}</nav>`

/** Above the headline; nothing for `main`. */
const exhibitionName = ({ exhibition: { name }, query }: Place): Html =>
  query === '' ? html`` : html`<p class="name" dir="auto">${name}</p>`

const codeField = (t: TFunction, { exhibition: { needsCode } }: Place): Html =>
  needsCode
    ? html`<label>${t('exhibition.code')}
<small>${t('exhibition.codeHint')}</small>
<input type="text" name="accessCode" required maxlength="32" autocomplete="off" autocapitalize="off" spellcheck="false"></label>`
    : html``

export const whenIn = (language: string, iso: string): string =>
  new Date(iso).toLocaleString(language, { timeZone, dateStyle: 'long', timeStyle: 'short' })

/** In the place of the form while its exhibition takes no photos. */
function renderClosed(facts: FormFacts): string {
  const { t, language, place } = facts
  const { opensAt, closesAt } = place.exhibition
  const isBefore = opensAt !== null && Date.parse(opensAt) > facts.now.getTime()
  const state = isBefore ? 'planned' : 'closed'
  const at = isBefore ? opensAt : closesAt
  const content = html`
${exhibitionName(place)}
<h1>${t(`exhibition.${state}.title`)}</h1>
<p>${at === null ? '' : t(`exhibition.${state}.text`, { date: whenIn(language, at) })}</p>
${isBefore ? html`` : html`<p>${t('exhibition.link')}</p>`}
${languageLinks(facts)}`
  return renderPage({ t, language, place, title: t(`exhibition.${state}.title`), content })
}

/** For an exhibition that is unknown or has ended, and a staff link that is unknown, has expired or was revoked; `here` is its address. */
export function renderGone(
  { t, language, place }: LinkedFrom,
  what: 'exhibition' | 'staffLink',
  here: Partial<Pick<Place, 'form' | 'query'>>,
): string {
  const title = t(`${what}.gone.title`)
  const home = html`<a href="${place.form}?language=${language}">${t('app.home')}</a>`
  const content = html`
<h1>${title}</h1>
<p>${t(`${what}.gone.text`)}</p>
<p>${what === 'staffLink' ? home : t('exhibition.link')}</p>
${languageLinks({ language, place: { ...place, ...here } })}`
  return renderPage({ t, language, place, title, content })
}

/** The upload page for browsers without script: the same texts and consents. */
export function renderForm(facts: FormFacts): string {
  const { t, language, platforms, maxFileSizeMb, place, staff } = facts
  const { basePath, query, site, exhibition, path } = place
  const action = `${basePath}/api/upload/batch?form=${randomUUID()}&language=${language}${query}`
  if (!exhibition.isOpen) return renderClosed(facts)
  const content = html`
${exhibitionName(place)}
<h1>${t('upload.title')}</h1>
<p>${t('upload.lead')}</p>
<p class="hint">${t('plainForm.lead')} <a href="${basePath}${path}">${t('plainForm.fullPage')}</a></p>
${staff ? html`<p><strong dir="auto">${t('staffLink.as', { name: staff.name })}</strong></p>` : html``}
<form method="post" enctype="multipart/form-data" action="${action}${staff && `&staffLink=${staff.secret}`}">
<input type="hidden" name="wording" value="${wordingOf(site.consentTexts)}">
${codeField(t, place)}
<label>${t('plainForm.files')}
<small>${t('plainForm.limits', { mb: maxFileSizeMb, count: limits.imagesPerGroup })}</small>
<input type="file" name="images" multiple required accept="image/jpeg,image/png,image/webp"></label>
${texts(facts)}
<h2>${t('consents.title')}</h2>
${tick('workshop', t('consents.workshop'), 'required')}
<small>${t('consents.workshopDetail')}</small>
${site.minorsTick ? tick('minors', t('consents.minors')) : html``}
${platformTicks(t, platforms)}
<button type="submit">${t('send.button_zero')}</button>
</form>
${languageLinks(facts)}`
  return renderPage({ t, language, place, title: t('upload.pageTitle'), content })
}
