import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminGroup, consentHistory } from '#web/features/admin/moderation/session/groups.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Edits of the consents. The team cannot restore what the owner withdrew (D20). */
export const useConsentEdits = (group: AdminGroup, onClose: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data: past } = useQuery(consentHistory(group.groupId))
  const [chosen, choose] = useState<ReadonlyMap<number | null, boolean>>(new Map())
  const choices = useOffered(group).map(({ id, name, label, inForce }) => {
    const last = past?.history.findLast((change) => change.platformName === name)
    const given = chosen.get(id) ?? inForce
    return {
      id,
      label,
      given,
      isChanged: given !== inForce,
      withdrawnByOwner: last?.action === 'revoke' && last.source === 'management',
      set: (next: boolean) => choose(new Map([...chosen, [id, next]])),
    }
  })
  const changed = choices.filter(({ isChanged }) => isChanged)
  const save = useMutation({
    mutationFn: () => {
      const workshop = changed.find(({ id }) => id === null)
      const platforms = changed.flatMap(({ id, given }) => (id === null ? [] : [{ platformId: id, consented: given }]))
      return adminCall('POST /api/admin/groups/{groupId}/consents', {
        params: { groupId: group.groupId },
        body: {
          ...(workshop && { workshopConsent: workshop.given }),
          ...(platforms.length > 0 && { socialMediaConsents: platforms }),
        },
      })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['admin'] })
      notifySuccess(t('consents.saved'))
      onClose()
    },
  })
  return { choices, changed: changed.length > 0, save }
}

/** What can be consented to: the display in the workshop, which is no platform, and platforms. */
const useOffered = (group: AdminGroup) => {
  const { t } = useTexts()
  const { data: all = [] } = useQuery(allPlatforms)
  const consents = group.socialMediaConsents.filter(({ consented, revoked }) => consented && !revoked)
  const platforms = all.map(({ platform_id: id, platform_name: name, display_name: label, is_active }) => {
    return { id, name, label, is_active, inForce: consents.some(({ platformId }) => platformId === id) }
  })
  const workshop = { id: null, name: null, label: t('consents.workshop'), inForce: group.display_in_workshop }
  // A platform that is no longer offered can only be withdrawn.
  return [workshop, ...platforms.filter(({ is_active, inForce }) => is_active || inForce)]
}
