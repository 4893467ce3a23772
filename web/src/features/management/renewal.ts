import { readLocal, removeLocal, writeLocal } from '#web/components/local-store.ts'
import { renewUpload } from '#web/components/my-uploads/my-uploads.ts'
import { isShared } from '#web/components/shared-device.ts'
import { uuid } from '#web/components/uuid.ts'

interface Renewal {
  readonly token: string
  readonly renewed: string
}

const key = 'werkschau-renewal'
/** Kept until its answer is here: when that is lost, the old link may lead nowhere, and nobody else knows the new one. */
let asked = isShared ? undefined : readLocal<Renewal | undefined>(key, undefined)

/** The new token that was asked for; undefined where there is none. */
export const askedFor = (token: string): string | undefined => (asked?.token === token ? asked.renewed : undefined)

/** The token to ask for, the same for every attempt. */
export const tokenToAskFor = (token: string): string => {
  const renewed = askedFor(token) ?? uuid()
  asked = { token, renewed }
  if (!isShared) writeLocal(key, asked)
  return renewed
}

/** The new link works: the device's list has it from now on. */
export const finishRenewal = (token: string, renewed: string): void => {
  renewUpload(token, renewed)
  asked = undefined
  removeLocal(key)
}
