import { eachText } from '#contract/group-texts.ts'
import { createLocalStore } from '#web/components/local-store.ts'
import { isShared } from '#web/components/shared-device.ts'
import type { Texts } from './draft.ts'

const author = createLocalStore<Partial<Pick<Texts, 'name' | 'year'>>>('werkschau-author', {})

/** With name and year of the last upload from this device: most people send more than once. */
export const emptyTexts = (): Texts => {
  const { name = '', year = String(new Date().getFullYear()) } = isShared ? {} : author.get()
  return { ...eachText(() => ''), name, year }
}

export const saveAuthor = ({ name, year }: Texts): void => {
  if (!isShared) author.set({ name, year })
}
