import { applyConsentChange } from '#server/groups/apply-consent-change.ts'
import type { AdminService } from './admin-service.ts'
import { ask, type ReplyTo } from './ask.ts'
import { managedGroup } from './manage.ts'
import { type UploadedGroup, uploadGroup } from './upload.ts'

/** Uploads a group with consent to the display and to platforms. */
export const uploadWith = ({ app }: AdminService, ...platformIds: number[]): Promise<UploadedGroup> =>
  uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: platformIds } } })

export const setConsents = (
  { admin }: AdminService,
  groupId: string,
  json: unknown,
): Promise<ReplyTo<'setGroupConsents'>> => ask(admin, 'setGroupConsents', { params: { groupId }, json })

/** A consent change by the owner through the management portal. */
export async function changeAsOwner(
  { app }: AdminService,
  { groupId, ...change }: { groupId: string; action: 'revoke' | 'restore'; platformId: number | null },
) {
  const { deps } = app.app
  const target = await managedGroup(app, groupId)
  return deps.database.transaction((tx) => applyConsentChange(deps, tx, { ...change, target }))
}
