import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Records where a group was posted. */
const useRecordPosting = (platformId: number, onDone: () => void) => {
  const { t } = useTexts()
  return useAction({
    run: ({ groupId, url }: { groupId: string; url: string }) =>
      adminCall('POST /api/admin/groups/{groupId}/postings', { params: { groupId }, body: { platformId, url } }),
    onDone,
    done: () => t('press.recorded'),
  })
}

interface PostingDialogProps {
  readonly platformId: number
  readonly groupId: string
  readonly onClose: () => void
}

/** Where a group was posted. */
export const PostingDialog = ({ platformId, groupId, onClose }: PostingDialogProps) => {
  const { t } = useTexts()
  const [url, setUrl] = useState('')
  const record = useRecordPosting(platformId, onClose)
  return (
    <Dialog open title={t('press.record')} onClose={onClose}>
      <Form submit={t('app.save')} action={record} onSubmit={() => record.mutate({ groupId, url: url.trim() })}>
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
