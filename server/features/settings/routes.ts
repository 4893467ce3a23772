import { settingLimits } from '#contract/settings/setting-limits.ts'
import * as contract from '#contract/settings.ts'
import type { Route } from '#server/http/route.ts'
import { openRequestBody } from '#server/http/uploads/request-body.ts'
import type { Deps } from '#server/ports/deps.ts'
import { deleteLogo } from './delete-logo.ts'
import { draftPrivacy } from './draft-privacy.ts'
import { exportSettings } from './export-settings.ts'
import { importSettings } from './import-settings.ts'
import { presentSettings } from './present-settings.ts'
import { putLogo } from './put-logo.ts'
import { undoSettings } from './undo-settings.ts'
import { updateSettings } from './update-settings.ts'

/** In force here before the answer; the other replicas follow. */
async function changed(deps: Deps, change: Promise<unknown>) {
  await change
  await deps.settings.refresh()
  return { success: true as const, ...presentSettings(deps.config, deps.settings.stored) }
}

export function settingsRoutes(route: Route): void {
  route(contract.getSettings, async ({ deps }) => {
    await deps.settings.refresh()
    return presentSettings(deps.config, deps.settings.stored)
  })

  route(contract.updateSettings, ({ deps, body, caller }) => changed(deps, updateSettings(deps, caller, body)))

  route(contract.putLogo, async ({ deps, request, caller: admin }) => {
    using body = openRequestBody(request)
    return await changed(deps, putLogo(deps, admin, body.content))
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

  route(
    contract.importSettings,
    async ({ deps, body, caller: admin }) => {
      const imported = importSettings(deps, admin, body)
      return { ...(await changed(deps, imported)), skipped: await imported }
    },
    { bodyLimit: settingLimits.fileBytes },
  )
}
