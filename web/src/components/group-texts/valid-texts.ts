import { limits } from '#contract/limits.ts'
import { groupTexts, type TextName, textNames } from '#contract/texts/group-texts.ts'
import { characters } from '#web/components/photos/photo.ts'

/** Characters beyond the limit of a text. */
export const charactersOver = (name: TextName, text: string): number =>
  Math.max(0, characters(text) - groupTexts[name].maxLength)

export const textsFit = (texts: Readonly<Record<TextName, string>>): boolean =>
  textNames.every((name) => charactersOver(name, texts[name]) === 0)

export const yearRange = () => ({ min: limits.yearMin, max: new Date().getFullYear() + 1 })

export const isValidYear = (text: string): boolean => {
  const { min, max } = yearRange()
  return /^\d{4}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
}
