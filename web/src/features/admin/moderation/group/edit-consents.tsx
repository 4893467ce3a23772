import { Button, Checkbox } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import dialog from '#web/features/admin/shared/dialog.module.css'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { FormError } from '#web/features/admin/shared/form-error.tsx'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './consent-list.module.css'
import type { AdminGroup } from './group-queries.ts'

/** Gives or withdraws consents for people who asked for it in person. */
export const EditConsents = ({ group }: { group: AdminGroup }) => {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button variant="default" h={44} leftSection={<IconPencil size={18} />} onClick={() => setOpen(true)}>
        {t('consents.edit')}
      </Button>
      <Dialog open={open} title={t('consents.editTitle')} onClose={() => setOpen(false)}>
        <Form group={group} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

const Form = ({ group, onClose }: { group: AdminGroup; onClose: () => void }) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { data: platforms = [] } = useQuery(allPlatforms)
  const inForce = (platformId: number) =>
    group.socialMediaConsents.some((one) => one.platformId === platformId && one.consented && !one.revoked)
  const [workshop, setWorkshop] = useState(group.display_in_workshop)
  const [given, setGiven] = useState<Readonly<Record<number, boolean>>>({})
  // One that is no longer offered can be withdrawn only.
  const shown = platforms.filter((one) => one.is_active || inForce(one.platform_id))
  const changes = shown
    .filter(({ platform_id: id }) => given[id] !== undefined && given[id] !== inForce(id))
    .map(({ platform_id: id }) => ({ platformId: id, consented: given[id] ?? false }))
  const changed = workshop !== group.display_in_workshop || changes.length > 0
  const save = useMutation({
    mutationFn: () =>
      adminCall('POST /api/admin/groups/{groupId}/consents', {
        params: { groupId: group.groupId },
        body: {
          ...(workshop !== group.display_in_workshop && { workshopConsent: workshop }),
          ...(changes.length > 0 && { socialMediaConsents: changes }),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['admin'] })
      sayDone(t('consents.saved'))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed) save.mutate()
    else onClose()
  }
  return (
    <form className={style.form} onSubmit={submit}>
      <p>{t('consents.editText')}</p>
      <div className={style.choices}>
        <Checkbox
          size="md"
          label={t('consents.workshop')}
          checked={workshop}
          onChange={({ currentTarget: { checked } }) => setWorkshop(checked)}
        />
        {shown.map(({ platform_id: id, display_name: name }) => (
          <Checkbox
            key={id}
            size="md"
            label={name}
            checked={given[id] ?? inForce(id)}
            onChange={({ currentTarget: { checked } }) => setGiven((now) => ({ ...now, [id]: checked }))}
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
