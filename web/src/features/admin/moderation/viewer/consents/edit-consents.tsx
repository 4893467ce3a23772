import { Button, Checkbox } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '#web/features/admin/moderation/group/action-button.tsx'
import type { AdminGroup } from '#web/features/admin/moderation/session/groups.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './consent-list.module.css'
import { useConsentEdits } from './use-consent-edits.ts'

/** Gives or withdraws consents for people who asked for it in person. */
export const EditConsents = ({ group }: { group: AdminGroup }) => {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <ActionButton Icon={IconPencil} onClick={() => setOpen(true)}>
        {t('consents.edit')}
      </ActionButton>
      <Dialog open={open} title={t('consents.editTitle')} onClose={() => setOpen(false)}>
        <Form group={group} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

const Form = ({ group, onClose }: { group: AdminGroup; onClose: () => void }) => {
  const { t } = useTexts()
  const { choices, changed, save } = useConsentEdits(group, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed) save.mutate()
    else onClose()
  }
  return (
    <form className={section.section} onSubmit={submit}>
      <p>{t('consents.editText')}</p>
      <div className={style.choices}>
        {choices.map(({ id, label, given, withdrawnByOwner, set }) => (
          <Checkbox
            key={id}
            size="md"
            {...(withdrawnByOwner && { disabled: true, description: t('consents.withdrawnByOwner') })}
            label={label}
            checked={given}
            onChange={({ currentTarget: { checked } }) => set(checked)}
          />
        ))}
      </div>
      <FormError error={save.error} />
      <div className={dialog.actions}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" size="md" loading={save.isPending}>
          {t('app.save')}
        </Button>
      </div>
    </form>
  )
}
