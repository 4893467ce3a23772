import { changeConsent } from '#server/groups/change-consent.ts'
import type { AdminService } from './admin-service.ts'
import { ask, type ReplyTo } from './ask.ts'
import { type UploadedGroup, uploadGroup } from './upload.ts'

/** Uploads a group with consent to the display and to platforms. */
export const uploadWith = ({ app }: AdminService, ...platformIds: number[]): Promise<UploadedGroup> =>
  uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: platformIds } } })

export const setConsents = (
  { admin }: AdminService,
  groupId: string,
  json: unknown,
): Promise<ReplyTo<'setGroupConsents'>> => ask(admin, 'setGroupConsents', { params: { groupId }, json })

/** What the owner does through the management portal. */
export function changeAsOwner(
  { app }: AdminService,
  change: { groupId: string; action: 'revoke' | 'restore'; platformId: number | null },
) {
  const { deps } = app.app
  return deps.database.transaction((tx) => changeConsent(deps, tx, { ...change, changedBy: 'management_link' }))
}
