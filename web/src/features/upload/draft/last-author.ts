import { recall, remember } from '#web/components/device-storage.ts'
import type { Texts } from './draft.ts'

const key = 'werkschau-author'

/** Name and year of the last upload from this device: most people send more than once. */
export const emptyTexts = (): Texts => {
  const known = recall<Partial<Texts>>(key, {})
  return { title: '', description: '', name: known.name ?? '', year: known.year ?? String(new Date().getFullYear()) }
}

export const rememberAuthor = ({ name, year }: Texts): void => {
  remember(key, { name, year })
}
