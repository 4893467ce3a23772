import { formFields } from '#contract/group-texts.ts'
import { limits } from '#contract/limits.ts'
import { charactersOver } from '#web/components/group-texts/characters-over.ts'
import { characters } from '#web/components/photos/photo.ts'
import type { Consents, Draft, Texts } from './draft.ts'

export const yearRange = () => ({ min: limits.yearMin, max: new Date().getFullYear() + 1 })

export const isValidYear = (text: string): boolean => {
  const { min, max } = yearRange()
  return /^\d{4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}

/** What a draft is missing, and the id of the element to add it. */
export interface Missing {
  readonly what: keyof Texts | 'photos' | 'consent' | 'caption'
  readonly target: string
  readonly n?: number
}

export const missingParts = ({ photos, texts }: Draft, consents: Consents): Missing[] => {
  const missing: Missing[] = []
  if (photos.length === 0) missing.push({ what: 'photos', target: 'choose-photos' })
  for (const [index, photo] of photos.entries())
    if (characters(photo.caption) > limits.imageDescription)
      missing.push({ what: 'caption', target: `caption-${photo.id}`, n: index + 1 })
  for (const field of formFields) {
    const isValid = field === 'year' ? isValidYear(texts.year) : charactersOver(field, texts[field]) === 0
    if (!isValid) missing.push({ what: field, target: `text-${field}` })
  }
  if (!consents.workshop) missing.push({ what: 'consent', target: 'consent-workshop' })
  return missing
}
