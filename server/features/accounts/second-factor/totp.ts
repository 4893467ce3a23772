import { generateSecret, generateURI, verify } from 'otplib'
import type { Totp } from '#server/ports/accounts/second-factors.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Phone clocks differ: the previous and the next code are accepted, too. */
const toleranceSeconds = 30

const purpose = (userId: number) => `totp ${userId}`

type TotpDeps = Pick<Deps, 'secretBox' | 'clock'>

/** A new secret: as text and address for the app, sealed for the database. */
export function makeTotp(
  { secretBox, settings }: Pick<Deps, 'secretBox' | 'settings'>,
  user: { id: number; username: string },
) {
  const secret = generateSecret()
  const uri = generateURI({ issuer: settings.current.siteName, label: user.username, secret })
  return { secret, uri, sealedSecret: secretBox.seal(secret, purpose(user.id)) }
}

/** Whether codes can be checked: not when the installation's secret has changed since the setup. */
export const isReadable = ({ secretBox }: Pick<Deps, 'secretBox'>, totp: Totp): boolean =>
  secretBox.open(totp.sealedSecret, purpose(totp.userId)) !== undefined

/** The step of the code; undefined when it is wrong, or when it or a later one was used. */
export async function stepOfCode(
  { secretBox, clock }: TotpDeps,
  totp: Totp,
  code: string,
): Promise<number | undefined> {
  const secret = secretBox.open(totp.sealedSecret, purpose(totp.userId))
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(clock.now().getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds })
  if (!result.valid || !('timeStep' in result)) return undefined
  return result.timeStep > totp.lastStep ? result.timeStep : undefined
}
