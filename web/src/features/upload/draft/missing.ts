import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import type { Consents, Draft } from './draft.ts'

export const yearRange = () => ({ min: limits.yearMin, max: new Date().getFullYear() + 1 })

export const isValidYear = (text: string): boolean => {
  const { min, max } = yearRange()
  return /^\d{4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}

/** What a draft is missing, and the id of the element to add it. */
export interface Missing {
  readonly what:
    | 'missingPhotos'
    | 'missingConsent'
    | 'missingYear'
    | 'missingTitle'
    | 'missingName'
    | 'missingDescription'
    | 'missingCaption'
  readonly target: string
  readonly n?: number
}

export const missingParts = ({ photos, texts }: Draft, consents: Consents): Missing[] => {
  const missing: Missing[] = []
  if (photos.length === 0) missing.push({ what: 'missingPhotos', target: 'choose-photos' })
  for (const [index, photo] of photos.entries())
    if (characters(photo.caption) > limits.imageDescription)
      missing.push({ what: 'missingCaption', target: `caption-${photo.id}`, n: index + 1 })
  if (characters(texts.title) > limits.title) missing.push({ what: 'missingTitle', target: 'text-title' })
  if (characters(texts.name) > limits.name) missing.push({ what: 'missingName', target: 'text-name' })
  if (!isValidYear(texts.year)) missing.push({ what: 'missingYear', target: 'text-year' })
  if (characters(texts.description) > limits.groupDescription)
    missing.push({ what: 'missingDescription', target: 'text-description' })
  if (!consents.workshop) missing.push({ what: 'missingConsent', target: 'consent-workshop' })
  return missing
}
