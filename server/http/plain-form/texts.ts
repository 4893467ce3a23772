import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatterModule, i18n, TFunction } from 'i18next'
import { operatorTexts } from '#server/domain/settings/page-texts.ts'
import type { Deps } from '#server/ports/deps.ts'

/** The pages' texts by language, as the web build writes them (web/plain-form-texts.ts). */
type Texts = Readonly<Record<string, object>>

/** Numbers in the digits of the language, as on the pages. */
const ownDigits: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    typeof value === 'number' ? new Intl.NumberFormat(language, { useGrouping: false }).format(value) : String(value),
}

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
export function createTexts(
  folder: string,
  { settings }: Pick<Deps, 'settings'>,
): (language: string) => Promise<TFunction> {
  let loaded: { readonly of: unknown; readonly texts: Promise<i18n> } | undefined
  return async (language) => {
    const { current } = settings
    if (loaded?.of !== current) loaded = { of: current, texts: load(folder, operatorTexts(current)) }
    return (await loaded.texts).getFixedT(language)
  }
}
