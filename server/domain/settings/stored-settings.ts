import type { SetValues } from '#contract/settings/setting-table.ts'

/** The logo and the icons made of it, as base64. They are part of the rows, so that backups and replicas have them. */
export interface Logo {
  /** Digest of its bytes: its addresses change with it. */
  readonly version: string
  readonly type: 'image/png' | 'image/jpeg'
  readonly image: string
  /** PNGs by the names of the files that they replace. */
  readonly icons: { readonly [name in LogoIcon]: string }
}

export const logoIcons = ['apple-touch-180', 'icon-192', 'icon-512', 'maskable-512'] as const
type LogoIcon = (typeof logoIcons)[number]

/** What is set: no key where the default applies. */
export type StoredValues = SetValues & { readonly logo?: Logo }
export type StoredKey = keyof StoredValues

export interface StoredSettings {
  /** Grows with every change; 0 before the first. */
  readonly revision: number
  readonly values: StoredValues
  /** When each was set, ISO 8601. */
  readonly changedAt: { readonly [K in StoredKey]?: string | undefined }
}

type SettingDifferences = {
  readonly [K in StoredKey]?: { readonly before: StoredValues[K] | null; readonly after: StoredValues[K] | null }
}

export interface SettingsChange {
  readonly revision: number
  readonly at: string
  readonly by: string
  readonly settings: SettingDifferences
}

/** The keys of `wanted` whose values differ from the current ones; null is the default. */
export function differencesOf(
  now: StoredValues,
  wanted: { readonly [K in StoredKey]?: StoredValues[K] | null },
): SettingDifferences {
  const entries = Object.entries(wanted).flatMap(([key, after = null]) => {
    const before = now[key as StoredKey] ?? null
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [[key, { before, after }] as const]
  })
  return Object.fromEntries(entries)
}
