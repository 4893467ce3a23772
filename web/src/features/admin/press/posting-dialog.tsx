import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { type PressGroup, useRecordPosting } from './press-queries.ts'

interface PostingDialogProps {
  readonly platformId: number
  /** Closed when undefined. */
  readonly group: PressGroup | undefined
  readonly onClose: () => void
}

/** Where a group was posted. */
export const PostingDialog = ({ platformId, group, onClose }: PostingDialogProps) => {
  const { t } = useTexts()
  return (
    <Dialog open={group !== undefined} title={t('press.record')} onClose={onClose}>
      {group && <PostingForm platformId={platformId} groupId={group.groupId} onDone={onClose} />}
    </Dialog>
  )
}

interface PostingFormProps {
  readonly platformId: number
  readonly groupId: string
  readonly onDone: () => void
}

const PostingForm = ({ platformId, groupId, onDone }: PostingFormProps) => {
  const { t } = useTexts()
  const [url, setUrl] = useState('')
  const record = useRecordPosting(platformId, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    record.mutate({ groupId, url: url.trim() })
  }
  return (
    <form className={section.section} onSubmit={submit}>
      <TextInput
        size="md"
        type="url"
        label={t('press.url')}
        description={t('press.urlText')}
        placeholder="https://"
        pattern="https?://.+"
        required
        data-autofocus
        maxLength={limits.url}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <FormError error={record.error} />
      <div className={section.actions}>
        <Button type="submit" size="md" loading={record.isPending}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}
