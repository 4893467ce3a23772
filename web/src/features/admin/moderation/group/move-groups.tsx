import { IconFolderSymlink } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { type Exhibition, useExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { Choice, Form } from '#web/features/admin/shared/form/form.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'

interface MoveGroupsProps {
  readonly groupIds: readonly string[]
  /** The exhibition that all of them are in. */
  readonly from?: string
  readonly onMoved?: () => void
}

/** Moves groups to another exhibition; only for admins, and only where there is another. */
export const MoveGroups = (props: MoveGroupsProps) => {
  const [open, setOpen] = useState(false)
  const isAdmin = useAdmin()?.role === 'admin'
  const others = useExhibitions().filter(({ slug }) => slug !== props.from)
  if (!isAdmin || others.length === 0) return null
  return (
    <>
      <ActionButton Icon={IconFolderSymlink} onClick={() => setOpen(true)}>
        {t('exhibitions.move')}
      </ActionButton>
      <Dialog
        open={open}
        title={t('exhibitions.moveTitle', { count: props.groupIds.length })}
        onClose={() => setOpen(false)}
      >
        <MoveForm {...props} others={others} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface MoveFormProps extends MoveGroupsProps {
  readonly others: readonly Exhibition[]
  readonly onClose: () => void
}

const MoveForm = ({ groupIds, others, onMoved, onClose }: MoveFormProps) => {
  const [slug, setSlug] = useState(others[0]?.slug ?? '')
  const target = others.find((each) => each.slug === slug)
  const move = useAction({
    run: (id: number) =>
      adminCall('POST /api/admin/exhibitions/{id}/groups', { params: { id }, body: { groupIds: [...groupIds] } }),
    done: ({ exhibition: { name } }) => {
      onClose()
      onMoved?.()
      return t('exhibitions.moved', { count: groupIds.length, name })
    },
  })
  return (
    <Form
      submit={t('exhibitions.move')}
      action={move}
      onCancel={onClose}
      onSubmit={() => target && move.mutate(target.id)}
    >
      <Choice
        label={t('exhibitions.moveTo')}
        value={slug}
        values={others.map((each) => each.slug)}
        textOf={(each) => others.find((other) => other.slug === each)?.name ?? each}
        onChange={setSlug}
      />
      <p className="soft">{t('exhibitions.moveText')}</p>
    </Form>
  )
}
