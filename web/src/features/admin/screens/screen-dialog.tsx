import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmedButton, Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form.tsx'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { OpeningHoursFields } from './opening-hours-fields.tsx'
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
  return (
    <Dialog open title={t('screens.settingsOf', { name: screen.name })} onClose={onClose}>
      <Form
        submit={t('screens.save')}
        pending={save.isPending}
        onSubmit={() => save.mutate({ name, settings })}
        aside={<Remove screen={screen} onClose={onClose} />}
      >
        <ScreenPreview settings={settings} previewPath={screen.previewPath} isOff={false} />
        <TextInput
          label={t('screens.name')}
          value={name}
          maxLength={limits.screenName}
          required
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <SettingsFields settings={settings} onChange={set} />
        <OpeningHoursFields hours={settings.openingHours} onChange={(openingHours) => set({ openingHours })} />
      </Form>
    </Dialog>
  )
}

const Remove = ({ screen: { id, name }, onClose }: ScreenDialogProps) => {
  const { t } = useTexts()
  const remove = useAction({
    run: () => adminCall('DELETE /api/admin/screens/{id}', { params: { id: String(id) } }),
    done: () => {
      onClose()
      return t('screens.removed', { name })
    },
    failed: t('screens.notRemoved', { name }),
  })
  return (
    <ConfirmedButton
      title={t('screens.removeTitle', { name })}
      text={t('screens.removeText')}
      onConfirm={() => remove.mutate()}
    >
      {t('screens.remove')}
    </ConfirmedButton>
  )
}
