import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { i18n, TFunction } from 'i18next'
import type { ErrorBody } from '#contract/operation/errors.ts'
import { ownDigits } from '#contract/site/languages.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { preferredLanguage } from '#server/domain/consent-texts.ts'
import { operatorTexts } from '#server/domain/settings/page-texts.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import type { Deps } from '#server/ports/deps.ts'
import { renderForm } from './form-page.ts'
import { type Html, html, type Place, pageHeaders, renderPage } from './page.ts'
import { sentForm } from './sent-form.ts'

const placeOf = ({ config: { server }, settings }: Pick<Deps, 'config' | 'settings'>): Place => ({
  basePath: server.basePath,
  site: siteOf(settings.current),
})

function languageOf({ query, headers }: FastifyRequest, { site: { languages } }: Place): string {
  const { language }: { language?: unknown } = query ?? {}
  const asked = typeof language === 'string' ? language : undefined
  return (
    preferredLanguage([...languages], asked, headers['accept-language']) ??
    (languages.includes('en') ? 'en' : (languages[0] ?? 'en'))
  )
}

export interface PlainForm {
  /** Registers the page with the form. */
  serve(http: FastifyInstance): void
  /** Hook of the operation that the form posts to: turns each answer to the form into a page, early refusals included. */
  answer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>
}

/** The upload page for browsers without scripts, or too old for those of the pages; `folder` holds the built pages. */
export function createPlainForm({ config, clock, database, settings }: Deps, folder: string): PlainForm {
  const textsIn = createTexts(folder, { settings })
  return {
    serve(http) {
      http.get('/plain-form', { config: { access: 'public' } }, async (request, reply) => {
        const place = placeOf({ config, settings })
        const language = languageOf(request, place)
        const platforms = (await database.platforms.all()).filter(({ isActive }) => isActive)
        // Under the policy of the other pages the browser sends `Origin: null`, which counts as cross-site (D56). This address contains no secret.
        reply.headers({ ...pageHeaders, 'referrer-policy': 'same-origin', 'cache-control': 'no-cache' })
        return renderForm({
          t: await textsIn(language),
          language,
          platforms,
          maxFileSizeMb: settings.current.maxFileSizeMb,
          asksForMinors: place.site.minorsTick,
          languages: place.site.languages,
          place,
        })
      })
    },
    async answer(request, reply, payload) {
      if (sentForm(request) === undefined || typeof payload !== 'string') return payload
      const place = placeOf({ config, settings })
      const language = languageOf(request, place)
      const formUrl = `${place.basePath}/plain-form?language=${language}`
      const { cleanupRetentionDays: retentionDays } = settings.current
      const facts = { t: await textsIn(language), language, place, formUrl, retentionDays, now: clock.now() }
      reply.headers({ ...pageHeaders, 'cache-control': 'no-store' }).removeHeader('content-length')
      return renderAnswer(facts, JSON.parse(payload))
    },
  }
}

/** The pages' texts by language, as the web build writes them (web/plain-form-texts.ts). */
type Texts = Readonly<Record<string, object>>

async function load(folder: string, own: ReturnType<typeof operatorTexts>): Promise<i18n> {
  const texts: Texts = JSON.parse(await readFile(join(folder, 'plain-form.json'), 'utf8'))
  const { createInstance } = await import('i18next')
  const instance = createInstance()
  const resources = Object.fromEntries(
    Object.entries(texts).map(([language, each]) => [language, { translation: each }]),
  )
  await instance.use(ownDigits).init({ resources, interpolation: { escapeValue: false, alwaysFormat: true } })
  for (const [language, texts] of Object.entries(own)) {
    instance.addResourceBundle(language, 'translation', texts, true, true)
  }
  return instance
}

/** The texts of the built pages in a language, with the operator's own in their place (D75); read when first needed. */
function createTexts(folder: string, { settings }: Pick<Deps, 'settings'>): (language: string) => Promise<TFunction> {
  let loaded: { readonly of: unknown; readonly texts: Promise<i18n> } | undefined
  return async (language) => {
    const { current } = settings
    if (loaded?.of !== current) loaded = { of: current, texts: load(folder, operatorTexts(current)) }
    return (await loaded.texts).getFixedT(language)
  }
}

interface Received {
  readonly success: true
  readonly imageCount: number
  readonly managementUrl?: string
}
/** The operation's answer to other clients. */
type Answer = Received | ErrorBody

interface AnswerFacts {
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
const renderAnswer = (facts: AnswerFacts, answer: Answer): string =>
  renderPage({
    t: facts.t,
    language: facts.language,
    place: facts.place,
    title: answer.success ? facts.t('done.title', { count: answer.imageCount }) : facts.t('sending.failed'),
    content: answer.success ? received(facts, answer) : refused(facts, answer),
  })
