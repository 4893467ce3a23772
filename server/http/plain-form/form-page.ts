import { randomUUID } from 'node:crypto'
import type { TFunction } from 'i18next'
import { formFields, groupTexts, type TextName } from '#contract/group-texts.ts'
import { limits } from '#contract/limits.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import { type Html, html, type Place, renderPage } from './page.ts'
import { platformField } from './sent-form.ts'

export interface FormFacts {
  readonly t: TFunction
  readonly language: string
  /** Languages that this installation offers. */
  readonly languages: readonly string[]
  readonly platforms: readonly SocialMediaPlatform[]
  readonly maxFileSizeMb: number
  readonly asksForMinors: boolean
  readonly place: Place
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

const texts = (t: TFunction): Html => html`
<h2>${t('texts.heading')}</h2>
<p class="hint">${t('texts.hint')}</p>
${formFields.map((field) => {
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

const languageLinks = ({ languages, language, place: { basePath } }: FormFacts): Html =>
  html`<nav>${languages
    .filter((each) => each !== language)
    .map((each) => html`<a lang="${each}" href="${basePath}/plain-form?language=${each}">${nameOf(each)}</a> `)}</nav>`

/** The upload page for browsers without script: the same texts and consents. */
export function renderForm(facts: FormFacts): string {
  const { t, language, platforms, maxFileSizeMb, asksForMinors, place } = facts
  const { basePath } = place
  const content = html`
<h1>${t('upload.title')}</h1>
<p>${t('upload.lead')}</p>
<p class="hint">${t('plainForm.lead')} <a href="${basePath}/">${t('plainForm.fullPage')}</a></p>
<form method="post" enctype="multipart/form-data" action="${basePath}/api/upload/batch?form=${randomUUID()}&amp;language=${language}">
<label>${t('plainForm.files')}
<small>${t('plainForm.limits', { mb: maxFileSizeMb, count: limits.imagesPerGroup })}</small>
<input type="file" name="images" multiple required accept="image/jpeg,image/png,image/webp"></label>
${texts(t)}
<h2>${t('consents.title')}</h2>
${tick('workshop', t('consents.workshop'), 'required')}
<small>${t('consents.workshopDetail')}</small>
${asksForMinors ? tick('minors', t('consents.minors')) : html``}
${platformTicks(t, platforms)}
<button type="submit">${t('send.button_zero')}</button>
</form>
${languageLinks(facts)}`
  return renderPage({ t, language, place, title: t('upload.pageTitle'), content })
}
