import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'

interface PostingDialogProps {
  readonly platformId: number
  readonly groupId: string
  readonly onClose: () => void
}

/** Records where a group was posted. */
export const PostingDialog = ({ platformId, groupId, onClose }: PostingDialogProps) => {
  const [url, setUrl] = useState('')
  const record = useAction({
    run: () => {
      const body = { platformId, url: url.trim() }
      return adminCall('POST /api/admin/groups/{groupId}/postings', { params: { groupId }, body })
    },
    onDone: onClose,
    done: () => t('press.recorded'),
  })
  return (
    <Dialog open title={t('press.record')} onClose={onClose}>
      <Form submit={t('app.save')} action={record} onSubmit={record.mutate}>
        <TextInput
          type="url"
          label={t('press.url')}
          description={t('press.urlText')}
          placeholder="https://"
          pattern="https?://.+"
          required
          withAsterisk
          data-autofocus
          maxLength={limits.url}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  )
}
