import { readLocal, writeLocal } from '#web/components/local-store.ts'

const key = 'werkschau-poster-printed'

/** Whether the poster was printed on this device. */
export const wasPrinted = (): boolean => readLocal(key, false)
export const recordPrinted = (): void => void writeLocal(key, true)
