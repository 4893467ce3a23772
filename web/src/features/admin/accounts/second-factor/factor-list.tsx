import { Button, Group, TextInput } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmDialog, Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { relativeTime, shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './factor-list.module.css'
import type { Factor } from './factors.ts'

export const FactorList = ({ factors }: { readonly factors: readonly Factor[] }) =>
  factors.length > 0 && (
    <ul className={`sheet lined ${style.list}`}>
      {factors.map((factor) => (
        <FactorRow key={factor.id} factor={factor} isLast={factors.length === 1} />
      ))}
    </ul>
  )

const FactorRow = ({ factor, isLast }: { readonly factor: Factor; readonly isLast: boolean }) => {
  const [asked, ask] = useState<'rename' | 'remove'>()
  const params = { id: factor.id }
  const rename = useAction({
    run: (name: string) => adminCall('PATCH /api/admin/account/factors/{id}', { params, body: { name } }),
    done: () => t('factors.renamed'),
    failed: t('factors.notRenamed'),
  })
  const remove = useAction({
    run: () => adminCall('DELETE /api/admin/account/factors/{id}', { params }),
    done: () => t('factors.removed'),
    failed: t('factors.notRemoved'),
  })
  // An authenticator app has the server's name for it until its user renames it.
  const name = factor.type === 'totp' && factor.name === 'TOTP' ? t('factors.totp') : factor.name
  const Icon = factor.type === 'totp' ? IconDeviceMobile : IconFingerprint
  const used = factor.lastUsedAt && t('factors.used', { when: relativeTime(factor.lastUsedAt) })
  const facts = [t('factors.since', { when: shortDate(factor.createdAt) }), used || t('factors.neverUsed')]
  const close = () => ask(undefined)
  return (
    <li className="beside">
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>{name}</strong>
        <small>
          <FactsLine facts={facts} />
        </small>
      </div>
      <Group gap={8} className={style.actions}>
        <Button variant="default" aria-label={t('factors.renameNamed', { name })} onClick={() => ask('rename')}>
          {t('factors.rename')}
        </Button>
        <Button variant="default" aria-label={t('factors.removeNamed', { name })} onClick={() => ask('remove')}>
          {t('factors.remove')}
        </Button>
      </Group>
      {asked === 'rename' && (
        <NameDialog
          title={t('factors.renameTitle')}
          name={name}
          submit={t('app.save')}
          onClose={close}
          onName={rename.mutate}
        />
      )}
      <ConfirmDialog
        open={asked === 'remove'}
        title={t('factors.removeTitle', { name })}
        confirm={t('factors.remove')}
        onClose={close}
        onConfirm={remove.mutate}
        text={t(isLast ? 'factors.removeLast' : 'factors.removeText')}
      />
    </li>
  )
}

const maxLength = 100

interface NameDialogProps {
  readonly title: string
  readonly text?: string
  readonly name: string
  readonly submit: string
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

/** What a factor is called, so that its owner finds it in the list. */
export const NameDialog = ({ title, text, name: given, submit, onClose, onName }: NameDialogProps) => {
  const [name, setName] = useState(given)
  const send = () => {
    onClose()
    onName(name)
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form submit={submit} onSubmit={send}>
        {text && <p>{text}</p>}
        <TextInput
          label={t('factors.name')}
          required
          pattern=".*\S.*"
          maxLength={maxLength}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  )
}
