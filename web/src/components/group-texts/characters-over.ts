import { groupTexts, type TextName, textNames } from '#contract/texts/group-texts.ts'
import { characters } from '#web/components/photos/photo.ts'

/** Characters beyond the limit of a text. */
export const charactersOver = (name: TextName, text: string): number =>
  Math.max(0, characters(text) - groupTexts[name].maxLength)

export const textsFit = (texts: Readonly<Record<TextName, string>>): boolean =>
  textNames.every((name) => charactersOver(name, texts[name]) === 0)
