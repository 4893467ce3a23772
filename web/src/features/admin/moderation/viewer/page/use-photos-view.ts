import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { focusSoon } from '#web/components/focus-soon.ts'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'

/** Whether the photos are shown large; kept in the address, and in force for the next group, too. */
export const usePhotosView = ({ groupId }: AdminGroup) => {
  const navigate = useNavigate()
  const { view } = useSearch({ from: '/admin/moderation/$groupId' })
  const [imageId, setImageId] = useState<number>()
  const go = (search: { view?: 'photos' }) =>
    navigate({ to: '/admin/moderation/$groupId', params: { groupId }, search, replace: true, resetScroll: false })
  return {
    isOpen: view === 'photos',
    imageId,
    show(id?: number) {
      setImageId(id)
      void go({ view: 'photos' })
    },
    async close(id: number | undefined) {
      await go({})
      focusSoon(`open-${id}`)
    },
  }
}
