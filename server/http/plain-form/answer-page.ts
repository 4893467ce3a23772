import type { TFunction } from 'i18next'
import type { ErrorBody } from '#contract/operation/errors.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { type Html, html, type Place, renderPage } from './page.ts'

interface Received {
  readonly success: true
  readonly imageCount: number
  readonly managementUrl?: string
}
/** The operation's answer to other clients. */
export type Answer = Received | ErrorBody

export interface AnswerFacts {
  readonly t: TFunction
  readonly language: string
  readonly place: Place
  readonly formUrl: string
  readonly retentionDays: number
  readonly now: Date
}

const linkPart = (t: TFunction, url: string | undefined): Html =>
  url === undefined
    ? html``
    : html`<h2>${t('done.linkTitle')}</h2>
<p>${t('done.linkText')}</p>
<p class="link"><a href="${url}">${url}</a></p>
<p>${t('done.linkWarning')} ${t('plainForm.keepLink')}</p>`

const received = ({ t, retentionDays, formUrl }: AnswerFacts, { imageCount, managementUrl }: Received): Html => html`
<h1>${t('done.title', { count: imageCount })}</h1>
<p>${t('done.next', { count: retentionDays })}</p>
${linkPart(t, managementUrl)}
<p class="no-print"><a href="${formUrl}">${t('done.more')}</a></p>`

/** The pages' sentence (web/src/i18n/error-sentence.ts); the time is the workshop's, since the browser's is unknown. */
function sentenceOf({ t, language, now }: AnswerFacts, { code, message, details = {} }: ErrorBody): string {
  const sentence = t(`errors.${code}`, { defaultValue: message })
  const { fileName, file = fileName, retryAfter }: Record<string, unknown> = { ...details }
  const named = typeof file === 'string' ? t('errors.file', { file, sentence }) : sentence
  if (code !== 'RATE_LIMITED' || typeof retryAfter !== 'number') return named
  const at = new Date(now.getTime() + retryAfter * 1_000 + 59_999)
  const time = at.toLocaleString(language, { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' })
  return `${named} ${t('errors.retryAfter', { time })}`
}

const refused = (facts: AnswerFacts, error: ErrorBody): Html => html`
<h1>${facts.t('sending.failed')}</h1>
<p>${sentenceOf(facts, error)}</p>
<p>${facts.t('plainForm.again')}</p>
<p><a href="${facts.formUrl}">${facts.t('plainForm.back')}</a></p>`

/** The answer to the plain form as a page. */
export const renderAnswer = (facts: AnswerFacts, answer: Answer): string =>
  renderPage({
    t: facts.t,
    language: facts.language,
    place: facts.place,
    title: answer.success ? facts.t('done.title', { count: answer.imageCount }) : facts.t('sending.failed'),
    content: answer.success ? received(facts, answer) : refused(facts, answer),
  })
