import { queryOptions } from '@tanstack/react-query'
import { type SettingKey, type SettingValues, settingTable } from '#contract/settings/setting-table.ts'
import { errorOf, isCode } from '#web/api/api-error.ts'
import { withBasePath } from '#web/api/base-path.ts'
import type { Answer } from '#web/api/client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { askForPassword } from '#web/features/admin/shared/auth/ask-for-password.ts'
import { csrfToken } from '#web/features/admin/shared/auth/session.ts'
import { inLanguage } from '#web/features/admin/texts/setting-label.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export type Settings = Answer<'GET /api/admin/settings'>
export type Changes = Partial<SettingValues>
type Change = (changes: Changes) => void

export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => adminCall('GET /api/admin/settings', { signal }),
})

/** What is set, including unsaved changes; null while the default applies. */
export const settingOf = <K extends SettingKey>(
  settings: Settings,
  changes: Changes,
  key: K,
): SettingValues[K] | null => (key in changes ? changes[key] : settings.settings[key]?.value) as SettingValues[K] | null

export const defaultOf = (settings: Settings, key: SettingKey): unknown => settings.settings[key]?.default

/** Sends the bytes of the logo; asks for the password when the server requires it again. */
export async function putLogo(file: File): Promise<void> {
  const response = await fetch(withBasePath('/api/admin/settings/logo'), {
    method: 'PUT',
    body: file,
    headers: { 'x-csrf-token': csrfToken() },
  })
  if (response.ok) return
  const error = errorOf(response.status, await response.text(), response.headers.get('retry-after'))
  if (isCode(error, 'REAUTHENTICATION_REQUIRED') && (await askForPassword())) return putLogo(file)
  throw error
}

export interface SectionProps {
  readonly settings: Settings
  readonly changes: Changes
  readonly onChange: Change
}

/** Label and state of a setting's field; a locked one names the variable that sets it. */
export function useFieldProps({ settings }: Pick<SectionProps, 'settings'>) {
  const { t } = useTexts()
  return (key: SettingKey) => {
    const { locked = false, variable = null } = settings.settings[key] ?? {}
    const { label, hint } = settingTable[key]
    return {
      label: inLanguage(label),
      disabled: locked,
      description: locked ? t('settings.locked', { variable }) : hint && inLanguage(hint),
    }
  }
}
