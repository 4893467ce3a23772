import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { i18n, TFunction } from 'i18next'
import { LRUCache } from 'lru-cache'
import { ownDigits } from '#contract/site/languages.ts'
import { preferredLanguage } from '#server/domain/consents/consent-texts.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import { exhibitionTexts } from '#server/domain/settings/exhibition-texts.ts'
import { operatorTexts } from '#server/domain/settings/page-texts.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { exhibitionQuery, factsOf, uploadPath } from '#server/http/shown-exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Place } from './page.ts'

/** Whose pages they are: the site's, with the texts of an exhibition, and those of the staff link with this secret. */
export function placeOf(
  deps: Pick<Deps, 'config' | 'settings' | 'exhibitions' | 'clock'>,
  exhibition: Exhibition,
  secret?: string,
): Place {
  const { config, settings } = deps
  const query = exhibitionQuery(exhibition)
  const staffPath = secret && `/s/${encodeURIComponent(secret)}`
  return {
    basePath: config.server.basePath,
    site: siteOf({ ...settings.current, ...exhibitionTexts(settings.current, exhibition) }),
    exhibition: factsOf(deps, exhibition, secret),
    query: query && `&${query}`,
    path: staffPath ?? uploadPath(exhibition),
    form: `${config.server.basePath}${staffPath ?? ''}/plain-form`,
  }
}

/** The language of the query, else the browser's best among the site's. */
export function languageOf({ query, headers }: FastifyRequest, { site: { languages } }: Place): string {
  const { language }: { language?: unknown } = query ?? {}
  const asked = typeof language === 'string' ? language : undefined
  return (
    preferredLanguage([...languages], asked, headers['accept-language']) ??
    (languages.includes('en') ? 'en' : (languages[0] ?? 'en'))
  )
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

export type TextsIn = (language: string, exhibition: Exhibition) => Promise<TFunction>

/** Exhibitions whose texts are kept. */
const maxKept = 20

/** The texts of the built pages in a language, with the operator's own in their place (D75, D79); read when first needed. */
export function createPageTexts(folder: string, { settings }: Pick<Deps, 'settings'>): TextsIn {
  const kept = new LRUCache<string, Promise<i18n>>({ max: maxKept })
  let of: unknown
  return async (language, exhibition) => {
    const { current } = settings
    if (of !== current) kept.clear()
    of = current
    const key = `${exhibition.slug} ${exhibition.revision}`
    const texts = kept.get(key) ?? load(folder, operatorTexts(exhibitionTexts(current, exhibition)))
    kept.set(key, texts)
    return (await texts).getFixedT(language)
  }
}
