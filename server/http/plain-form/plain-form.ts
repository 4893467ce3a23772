import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { i18n, TFunction } from 'i18next'
import { ownDigits } from '#contract/site/languages.ts'
import { preferredLanguage } from '#server/domain/consent-texts.ts'
import { operatorTexts } from '#server/domain/settings/page-texts.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import type { Deps } from '#server/ports/deps.ts'
import { renderAnswer } from './answer-page.ts'
import { renderForm } from './form-page.ts'
import { type Place, pageHeaders } from './page.ts'
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
