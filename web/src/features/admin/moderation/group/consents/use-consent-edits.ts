import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminGroup, consentHistory } from '#web/features/admin/moderation/group/group-queries.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Edits of the consents. The team cannot restore what the owner withdrew (D20). */
export const useConsentEdits = (group: AdminGroup, onClose: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data: past } = useQuery(consentHistory(group.groupId))
  const [workshop, setWorkshop] = useState(group.display_in_workshop)
  const { platforms, changes } = usePlatformEdits(group)
  const workshopChanged = workshop !== group.display_in_workshop
  const save = useMutation({
    mutationFn: () =>
      adminCall('POST /api/admin/groups/{groupId}/consents', {
        params: { groupId: group.groupId },
        body: {
          ...(workshopChanged && { workshopConsent: workshop }),
          ...(changes.length > 0 && { socialMediaConsents: changes }),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['admin'] })
      sayDone(t('consents.saved'))
      onClose()
    },
  })
  return {
    workshop: { given: workshop, set: setWorkshop },
    platforms,
    changed: workshopChanged || changes.length > 0,
    save,
    /** Without a name: of the display in the workshop. */
    withdrawnByOwner(platformName: string | null) {
      const last = past?.history.findLast((change) => change.platformName === platformName)
      return last?.action === 'revoke' && last.source === 'management'
    },
  }
}

const usePlatformEdits = (group: AdminGroup) => {
  const { data: all = [] } = useQuery(allPlatforms)
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>({})
  const inForce = (platformId: number) =>
    group.socialMediaConsents.some((one) => one.platformId === platformId && one.consented && !one.revoked)
  // A platform that is no longer offered can only be withdrawn.
  const platforms = all
    .filter((one) => one.is_active || inForce(one.platform_id))
    .map(({ platform_id: id, platform_name: name, display_name: label }) => ({
      id,
      name,
      label,
      given: chosen[id] ?? inForce(id),
      set: (given: boolean) => setChosen((now) => ({ ...now, [id]: given })),
    }))
  const changes = platforms
    .filter(({ id, given }) => given !== inForce(id))
    .map(({ id, given }) => ({ platformId: id, consented: given }))
  return { platforms, changes }
}
