import { Button, Checkbox, Switch } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { type Exhibition, useExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { ActionSection, ConfirmedSection, Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import type { ListedUser, UserChange } from './accounts-query.ts'
import { RoleSelect } from './fields.tsx'

interface ChangeProps {
  readonly user: ListedUser
}

/** Changes one account; `done` is what it says afterwards. */
const useChange = ({ id, username }: ListedUser, body: UserChange, done: string) =>
  useAction({
    run: () => adminCall('PATCH /api/admin/users/{id}', { params: { id }, body }),
    done: () => done,
    failed: t('accounts.notChanged', { name: username }),
  })

export const ChangeRole = ({ user }: ChangeProps) => {
  const [role, setRole] = useState(user.role)
  const change = useChange(user, { role }, t('accounts.roleChanged', { name: user.username }))
  return (
    <Section id="role" title={t('accounts.role')}>
      <Form
        submit={t('accounts.changeRole')}
        disabled={role === user.role}
        action={change}
        error={null}
        onSubmit={change.mutate}
      >
        <div className="fields">
          <RoleSelect value={role} onChange={setRole} />
        </div>
      </Form>
    </Section>
  )
}

/** The exhibitions that the account can see; only once there is a second one (D84). */
export const ChangeExhibitions = ({ user }: ChangeProps) => {
  const exhibitions = useExhibitions()
  return exhibitions.length > 0 && user.role !== 'admin' && <ExhibitionsForm user={user} exhibitions={exhibitions} />
}

const ExhibitionsForm = ({ user, exhibitions }: ChangeProps & { readonly exhibitions: readonly Exhibition[] }) => {
  const before = user.exhibitionIds?.filter((id) => exhibitions.some((each) => each.id === id)) ?? null
  const [ids, setIds] = useState(before)
  const change = useChange(user, { exhibitionIds: ids }, t('accounts.exhibitionsSaved', { name: user.username }))
  const isSame = JSON.stringify(ids?.toSorted()) === JSON.stringify(before?.toSorted())
  return (
    <Section id="exhibitions" title={t('accounts.exhibitions')}>
      <Form
        submit={t('accounts.saveExhibitions')}
        disabled={isSame || ids?.length === 0}
        action={change}
        error={null}
        onSubmit={change.mutate}
      >
        <p className="soft">{t('accounts.exhibitionsText')}</p>
        <Switch
          label={t('accounts.allExhibitions')}
          checked={ids === null}
          onChange={({ currentTarget: { checked } }) => setIds(checked ? null : (before ?? []))}
        />
        {ids && (
          <Checkbox.Group
            aria-label={t('accounts.exhibitions')}
            value={ids.map(String)}
            onChange={(chosen) => setIds(chosen.map(Number))}
          >
            <div className="stack">
              {exhibitions.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </Form>
    </Section>
  )
}

/** For a lost phone. */
export const ChangeFactors = ({ user }: ChangeProps) => {
  const name = user.username
  const change = useChange(user, { removeFactors: true }, t('accounts.factorsRemoved', { name }))
  return (
    <ConfirmedSection
      id="remove-factors"
      title={t('accounts.secondFactor')}
      text={t('accounts.removeFactorsText')}
      confirm={t('accounts.removeFactors')}
      question={t('accounts.removeFactorsTitle', { name })}
      action={change}
    />
  )
}

export const ChangeAccess = ({ user }: ChangeProps) => {
  const name = user.username
  const done = t(user.disabled ? 'accounts.enabledNow' : 'accounts.disabledNow', { name })
  const change = useChange(user, { disabled: !user.disabled }, done)
  if (user.disabled)
    return (
      <ActionSection id="access" title={t('accounts.access')} text={t('accounts.enableText')}>
        <Button size="md" loading={change.isPending} onClick={() => change.mutate()}>
          {t('accounts.enable')}
        </Button>
      </ActionSection>
    )
  return (
    <ConfirmedSection
      id="access"
      title={t('accounts.access')}
      text={t('accounts.disableText')}
      confirm={t('accounts.disable')}
      question={t('accounts.disableTitle', { name })}
      action={change}
    />
  )
}

export const DeleteAccount = ({ user, isOwn }: ChangeProps & { readonly isOwn: boolean }) => {
  const navigate = useNavigate()
  const name = user.username
  const remove = useAction({
    run: async () => {
      await adminCall('DELETE /api/admin/users/{id}', { params: { id: user.id } })
      await navigate({ to: '/admin/accounts' })
    },
    done: () => t('accounts.deleted', { name }),
    failed: t('accounts.notDeleted', { name }),
  })
  return (
    <ConfirmedSection
      id="delete"
      title={t('accounts.delete')}
      text={t(isOwn ? 'accounts.deleteOwnText' : 'accounts.deleteText')}
      question={t('accounts.deleteTitle', { name })}
      action={remove}
    />
  )
}
