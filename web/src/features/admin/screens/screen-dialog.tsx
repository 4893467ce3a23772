import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { OpeningHoursFields } from './opening-hours-fields.tsx'
import style from './page.module.css'
import { ScreenPreview } from './screen-preview.tsx'
import type { Screen } from './screens-query.ts'
import { SettingsFields } from './settings-fields.tsx'

interface ScreenDialogProps {
  readonly screen: Screen
  readonly onClose: () => void
}

type Change = Pick<Screen, 'name' | 'settings'>

/** Saves, with an undo that brings back what was there before. */
const useSave = (screen: Screen, onDone: () => void) => {
  const { t } = useTexts()
  const { name, settings } = screen
  const patch = (body: Change) =>
    adminCall('PATCH /api/admin/screens/{id}', { params: { id: String(screen.id) }, body })
  const undo = useAction({
    run: () => patch({ name, settings }),
    done: () => t('screens.undone', { name }),
    failed: t('screens.notSaved', { name }),
  })
  return useAction({
    run: patch,
    done: (answer) => {
      onDone()
      notifySuccess(t('screens.saved', { name: answer.screen.name }), {
        label: t('moderation.undo'),
        run: () => undo.mutate(),
      })
      return undefined
    },
    failed: t('screens.notSaved', { name }),
  })
}

/** Name, settings with a preview, opening hours, and the way to forget the screen. */
export const ScreenDialog = ({ screen, onClose }: ScreenDialogProps) => {
  const { t } = useTexts()
  const [name, setName] = useState(screen.name)
  const [settings, setSettings] = useState(screen.settings)
  const set = (change: Partial<Screen['settings']>) => setSettings((now) => ({ ...now, ...change }))
  const save = useSave(screen, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ name, settings })
  }
  return (
    <Dialog open title={t('screens.settingsOf', { name: screen.name })} onClose={onClose}>
      <form className={style.form} onSubmit={submit}>
        <ScreenPreview settings={settings} previewPath={screen.previewPath} isOff={false} />
        <TextInput
          size="md"
          label={t('screens.name')}
          value={name}
          maxLength={limits.screenName}
          required
          withAsterisk={false}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <SettingsFields settings={settings} onChange={set} />
        <OpeningHoursFields hours={settings.openingHours} onChange={(openingHours) => set({ openingHours })} />
        <div className={section.actions}>
          <Button type="submit" size="md" loading={save.isPending}>
            {t('screens.save')}
          </Button>
          <Remove screen={screen} onClose={onClose} />
        </div>
      </form>
    </Dialog>
  )
}

const Remove = ({ screen: { id, name }, onClose }: ScreenDialogProps) => {
  const { t } = useTexts()
  const [asking, setAsking] = useState(false)
  const remove = useAction({
    run: () => adminCall('DELETE /api/admin/screens/{id}', { params: { id: String(id) } }),
    done: () => {
      onClose()
      return t('screens.removed', { name })
    },
    failed: t('screens.notRemoved', { name }),
  })
  return (
    <>
      <Button size="md" variant="default" onClick={() => setAsking(true)}>
        {t('screens.remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('screens.removeTitle', { name })}
        confirm={t('screens.remove')}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>{t('screens.removeText')}</p>
      </ConfirmDialog>
    </>
  )
}
