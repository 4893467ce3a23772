import { secretSettings } from '#contract/settings/setting-table.ts'
import type { StoredValues } from '#server/domain/settings/stored-settings.ts'
import type { SecretBox } from '#server/ports/accounts/secret-box.ts'
import type { WantedValues } from './change-settings.ts'

const purpose = (key: string) => `setting ${key}`

/** What is stored, with its secrets readable; one sealed by another session secret is as if it were not set (D87). */
export function withOpenSecrets(secretBox: SecretBox, stored: StoredValues): StoredValues {
  const opened = secretSettings.map((key) => [key, secretBox.open(stored[key] ?? '', purpose(key))])
  return { ...stored, ...Object.fromEntries(opened) }
}

/** Secrets leave this process only encrypted. One that is set already is kept. */
export function withSealedSecrets(secretBox: SecretBox, now: StoredValues, wanted: WantedValues): WantedValues {
  const open = withOpenSecrets(secretBox, now)
  const sealed = secretSettings.flatMap((key) => {
    const secret = wanted[key]
    if (typeof secret !== 'string') return []
    return [[key, secret === open[key] ? now[key] : secretBox.seal(secret, purpose(key))]]
  })
  return { ...wanted, ...Object.fromEntries(sealed) }
}

/** Secrets that are stored but cannot be read: the session secret has changed. */
export const lostSecrets = (secretBox: SecretBox, stored: StoredValues): string[] =>
  secretSettings.filter((key) => stored[key] !== undefined && withOpenSecrets(secretBox, stored)[key] === undefined)
