import type { ConsentTexts, LanguageTexts } from '#contract/settings/site-settings.ts'
import { type Language, languages } from '#contract/site/languages.ts'

/** Texts of the operator in place of those of the pages, by the pages' keys. */
interface OperatorTexts {
  readonly upload?: { readonly lead: string }
  readonly consents?: Readonly<Record<string, string>>
}

/** The first line is the label of the tick, the others explain it. */
const split = (text: string): [label: string, detail: string] => {
  const [label = '', ...rest] = text.split('\n')
  return [label, rest.join('\n')]
}

function consentsOf(texts: NonNullable<ConsentTexts[Language]>): Record<string, string> {
  const [workshop, workshopDetail] = split(texts.workshop ?? '')
  const [platform, platformsHint] = split(texts.social_media ?? '')
  return {
    ...(texts.workshop !== undefined && { workshop, workshopDetail }),
    ...(texts.social_media !== undefined && { platform, platformsHint }),
    ...(texts.minors !== undefined && { minors: texts.minors }),
  }
}

/** By language; empty where nothing is set. */
export function operatorTexts(set: { readonly welcomeText?: LanguageTexts; readonly consentTexts?: ConsentTexts }): {
  readonly [L in Language]?: OperatorTexts
} {
  const entries = languages.flatMap((language) => {
    const lead = set.welcomeText?.[language]
    const consents = set.consentTexts?.[language]
    if (lead === undefined && consents === undefined) return []
    return [[language, { ...(lead && { upload: { lead } }), ...(consents && { consents: consentsOf(consents) }) }]]
  })
  return Object.fromEntries(entries)
}
