import { readLocal, removeLocal, writeLocal } from '#web/components/local-store.ts'
import { renewUpload } from '#web/components/my-uploads/my-uploads.ts'
import { isShared } from '#web/components/shared-device.ts'
import { uuid } from '#web/components/uuid.ts'

/** Kept until its answer is here: when that is lost, the old link may lead nowhere, and nobody else knows the new one. */
const keyOf = (token: string) => `werkschau-renewal-${token}`
/** For a device that must not store it, or cannot. */
const ofPage = new Map<string, string>()

/** The new token that was asked for; undefined where there is none. */
export const askedFor = (token: string): string | undefined =>
  ofPage.get(token) ?? (isShared ? undefined : readLocal<string | undefined>(keyOf(token), undefined))

/** The token to ask for, the same for every attempt. */
export const tokenToAskFor = (token: string): string => {
  const renewed = askedFor(token) ?? uuid()
  ofPage.set(token, renewed)
  if (!isShared) writeLocal(keyOf(token), renewed)
  return renewed
}

/** The new link works: the device's list has it from now on. */
export const finishRenewal = (token: string, renewed: string): void => {
  renewUpload(token, renewed)
  ofPage.delete(token)
  removeLocal(keyOf(token))
}
