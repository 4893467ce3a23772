import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSite } from '#web/api/base-path.ts'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import type { UndoStep } from '#web/features/admin/moderation/decisions/use-undo.ts'
import { type AdminGroup, adminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { useHiding } from '#web/features/admin/moderation/group/photos/use-hiding.ts'
import { useRedact } from '#web/features/admin/moderation/group/photos/use-redact.ts'
import { ReasonDialog } from '#web/features/admin/moderation/group/reason-dialog.tsx'
import { useSayStep } from '#web/features/admin/moderation/group/use-group-steps.ts'
import { Meanwhile } from '#web/features/admin/moderation/seen/meanwhile.tsx'
import { noteOpened } from '#web/features/admin/moderation/seen/opened-groups.ts'
import type { SeenGroups } from '#web/features/admin/moderation/seen/seen-groups.ts'
import { GroupLightbox } from './group-lightbox.tsx'
import type { LightboxDesk } from './lightbox-desk.ts'

interface QueueLightboxProps {
  readonly groupId: string
  readonly nextId: string | undefined
  readonly seen: SeenGroups
  readonly desk: Omit<LightboxDesk, 'toggleHidden' | 'explain' | 'redact' | 'undo'>
  readonly undo: (step?: UndoStep) => void
  readonly covered: boolean
  readonly onClose: () => void
}

/** The groups of the list one after the other, each with all of its photos. */
export const QueueLightbox = ({ groupId, nextId, ...rest }: QueueLightboxProps) => {
  const { data: group } = useQuery(adminGroup(groupId))
  usePrefetched(nextId)
  return group ? <Shown group={group} {...rest} /> : null
}

/** Preloads the next group and its first photo. */
const usePrefetched = (groupId: string | undefined) => {
  const client = useQueryClient()
  useEffect(() => {
    if (groupId === undefined) return
    void client.fetchQuery({ ...adminGroup(groupId), staleTime: 10_000 }).then(
      ({ images: [first] }) => {
        if (first) new Image().src = onSite(first.filePath)
      },
      // Loaded again when it is shown.
      () => undefined,
    )
  }, [client, groupId])
}

const Shown = ({
  group,
  seen,
  desk,
  undo,
  covered,
  onClose,
}: Omit<QueueLightboxProps, 'groupId' | 'nextId'> & { group: AdminGroup }) => {
  const [explained, setExplained] = useState<number>()
  const [redacted, setRedacted] = useState<number>()
  const saveRedaction = useRedact()
  const hiding = useHiding(group, { say: useSayStep(group, undo) })
  useEffect(() => noteOpened(group), [group])
  const hidden = (imageId: number) => group.images.find(({ id }) => id === imageId)?.hidden
  const whole = {
    ...desk,
    undo: () => undo(),
    explain: setExplained,
    redact: setRedacted,
    toggleHidden: (imageId: number) => hiding.mutate({ imageId, hidden: !hidden(imageId) }),
  }
  return (
    <>
      <GroupLightbox
        group={group}
        desk={whole}
        covered={covered || explained !== undefined || redacted !== undefined}
        onClose={onClose}
      >
        <Meanwhile differences={seen.differences(group.groupId)} onAccept={() => seen.accept(group.groupId)} />
      </GroupLightbox>
      <RedactionDialog
        image={group.images.find(({ id }) => id === redacted)}
        onClose={() => setRedacted(undefined)}
        onRedact={async (regions) => redacted !== undefined && saveRedaction(group.groupId, redacted, regions)}
      />
      <ReasonDialog
        image={group.images.find(({ id }) => id === explained)}
        saving={hiding.isPending}
        onClose={() => setExplained(undefined)}
        onSave={(moderationNote) => {
          if (explained !== undefined) hiding.mutate({ imageId: explained, hidden: true, moderationNote })
          setExplained(undefined)
        }}
      />
    </>
  )
}
