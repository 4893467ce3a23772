import { useSelector } from '@tanstack/react-store'
import { createLocalStore } from '#web/components/local-store.ts'
import type { QueueSearch, View } from '#web/features/admin/moderation/session/queue-search.ts'

const stored = createLocalStore<View>('werkschau-moderation-view', 'cards')

/** How the groups are shown: as in the URL, otherwise as last chosen on this device. */
export const useView = ({ view }: QueueSearch): View => {
  const kept = useSelector(stored)
  return view ?? (kept === 'grid' ? 'grid' : 'cards')
}

export const keepView = (view: View): void => void stored.set(view)
