export const settingsTabs = [
  'look',
  'texts',
  'consents',
  'platforms',
  'rules',
  'notifications',
  'backup',
  'technical',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

export interface SettingsSearch {
  readonly tab?: SettingsTab
}

export const readSettingsSearch = ({ tab }: Readonly<Record<string, unknown>>): SettingsSearch => {
  const known = settingsTabs.find((each) => each === tab && each !== 'look')
  return known ? { tab: known } : {}
}
