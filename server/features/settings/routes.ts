import { settingLimits } from '#contract/settings/setting-limits.ts'
import { type SettingKey, secretSettings, settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import type { Settings, SettingsFile } from '#contract/settings.ts'
import * as contract from '#contract/settings.ts'
import { settingsInForce } from '#server/domain/settings/settings.ts'
import { logoPath } from '#server/domain/settings/site.ts'
import type { StoredSettings } from '#server/domain/settings/stored-settings.ts'
import type { Route } from '#server/http/route.ts'
import { openRequestBody } from '#server/http/uploads/request-body.ts'
import type { Deps } from '#server/ports/deps.ts'
import { isLocked } from '#server/settings/change-settings.ts'
import { withOpenSecrets } from '#server/settings/secret-settings.ts'
import { deleteLogo, importSettings, putLogo, undoSettings, updateSettings } from './change-site-settings.ts'
import { draftPrivacy } from './draft-privacy.ts'

/** In force here before the answer; the other replicas follow. */
async function changed(deps: Deps, change: Promise<unknown>) {
  await change
  await deps.settings.refresh()
  return presentSettings(deps, deps.settings.stored)
}

export function settingsRoutes(route: Route): void {
  route(contract.getSettings, async ({ deps }) => {
    await deps.settings.refresh()
    return presentSettings(deps, deps.settings.stored)
  })

  route(contract.updateSettings, ({ deps, body, caller }) => changed(deps, updateSettings(deps, caller, body)))

  route(contract.putLogo, async ({ deps, request, callerNow }) => {
    using body = openRequestBody(request)
    return await changed(deps, putLogo(deps, callerNow, body.content))
  })

  route(contract.deleteLogo, ({ deps, caller }) => changed(deps, deleteLogo(deps, caller)))

  route(contract.undoSettings, ({ deps, caller }) => changed(deps, undoSettings(deps, caller)))

  route(contract.exportSettings, async ({ deps, reply }) => {
    const name = `settings-${deps.clock.now().toISOString().slice(0, 10)}.json`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return exportSettings(await deps.database.settings.all())
  })

  route(contract.draftPrivacy, async ({ deps, query }) => ({
    language: query.language,
    text: draftPrivacy(deps, query),
  }))

  route(contract.importSettings, { bodyLimit: settingLimits.fileBytes }, async ({ deps, body, caller: admin }) => {
    const imported = importSettings(deps, admin, body)
    return { ...(await changed(deps, imported)), skipped: await imported }
  })
}

export function presentSettings(
  { config, secretBox }: Pick<Deps, 'config' | 'secretBox'>,
  { revision, values }: StoredSettings,
): Settings {
  const byDefault = settingsInForce(config, {})
  const inForce = settingsInForce(config, withOpenSecrets(secretBox, values))
  const shownOf = (key: SettingKey) =>
    settingTable[key].secret
      ? { value: null, default: null, isSet: inForce[key] !== undefined }
      : { value: config.lockedSettings[key] ?? values[key] ?? null, default: byDefault[key] ?? null }
  const state = (key: SettingKey) => ({
    ...shownOf(key),
    locked: isLocked(config, key),
    variable: settingTable[key].variable ?? null,
  })
  return {
    settings: Object.fromEntries(settingKeys.map((key) => [key, state(key)])),
    logo: logoPath(values) ?? null,
    revision: String(revision),
  }
}

/** What `importSettings` takes; without secrets. */
export function exportSettings({ values: { logo, ...settings } }: StoredSettings): SettingsFile {
  const open = Object.entries(settings).filter(([key]) => !secretSettings.some((each) => each === key))
  return { settings: Object.fromEntries(open), logo: logo?.image ?? null }
}
