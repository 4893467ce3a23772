import { Button, Group, TextInput } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmDialog, Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { relativeTime, shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './factor-list.module.css'
import type { Factor } from './factors.ts'

/** An authenticator app has the server's name for it until its user renames it. */
const useNameOf = () => {
  const { t } = useTexts()
  return ({ type, name }: Factor) => (type === 'totp' && name === 'TOTP' ? t('factors.totp') : name)
}

export const FactorList = ({ factors }: { readonly factors: readonly Factor[] }) => {
  const { t } = useTexts()
  const nameOf = useNameOf()
  const [removing, setRemoving] = useState<Factor>()
  const [renaming, setRenaming] = useState<Factor>()
  const remove = useAction({
    run: ({ id }: Factor) => adminCall('DELETE /api/admin/account/factors/{id}', { params: { id: String(id) } }),
    done: () => t('factors.removed'),
    failed: t('factors.notRemoved'),
  })
  if (factors.length === 0) return null
  return (
    <>
      <ul className={`sheet ${style.list}`}>
        {factors.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            name={nameOf(factor)}
            onRename={() => setRenaming(factor)}
            onRemove={() => setRemoving(factor)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={removing !== undefined}
        title={t('factors.removeTitle', { name: removing && nameOf(removing) })}
        confirm={t('factors.remove')}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        <p>{t(factors.length === 1 ? 'factors.removeLast' : 'factors.removeText')}</p>
      </ConfirmDialog>
      {renaming && <Rename factor={renaming} name={nameOf(renaming)} onClose={() => setRenaming(undefined)} />}
    </>
  )
}

interface FactorRowProps {
  readonly factor: Factor
  readonly name: string
  readonly onRename: () => void
  readonly onRemove: () => void
}

const FactorRow = ({ factor, name, onRename, onRemove }: FactorRowProps) => {
  const { t } = useTexts()
  const Icon = factor.type === 'totp' ? IconDeviceMobile : IconFingerprint
  const facts = [
    t('factors.since', { when: shortDate(factor.createdAt) }),
    factor.lastUsedAt ? t('factors.used', { when: relativeTime(factor.lastUsedAt) }) : t('factors.neverUsed'),
  ]
  return (
    <li>
      <Icon size={24} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>{name}</strong>
        <small>
          <FactsLine facts={facts} />
        </small>
      </div>
      <Group gap={8} className={style.actions}>
        <Button variant="default" aria-label={t('factors.renameNamed', { name })} onClick={onRename}>
          {t('factors.rename')}
        </Button>
        <Button variant="default" aria-label={t('factors.removeNamed', { name })} onClick={onRemove}>
          {t('factors.remove')}
        </Button>
      </Group>
    </li>
  )
}

const Rename = ({ factor, name, onClose }: { factor: Factor; name: string; onClose: () => void }) => {
  const { t } = useTexts()
  const rename = useAction({
    run: (newName: string) =>
      adminCall('PATCH /api/admin/account/factors/{id}', {
        params: { id: String(factor.id) },
        body: { name: newName },
      }),
    done: () => t('factors.renamed'),
    failed: t('factors.notRenamed'),
  })
  return (
    <NameDialog
      title={t('factors.renameTitle')}
      name={name}
      submit={t('app.save')}
      onClose={onClose}
      onName={rename.mutate}
    />
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
  const { t } = useTexts()
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
