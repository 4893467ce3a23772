import { Checkbox, Group } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { type AdminGroup, consentHistory } from '#web/features/admin/moderation/session/groups.ts'
import { ActionButton, LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import style from './consent-list.module.css'

/** That to the display in the workshop has no name. */
const consentsOf = (group: AdminGroup) => {
  const { display_in_workshop: shown, workshopRevokedTimestamp: revokedAt, consent_timestamp: givenAt } = group
  const workshop = { displayName: null, given: shown, at: shown ? givenAt : revokedAt, revoked: revokedAt !== null }
  const platforms = group.socialMediaConsents
    .filter(({ consented }) => consented)
    .map(({ displayName, revoked, revokedTimestamp, consentTimestamp }) => {
      return { displayName, given: !revoked, at: revoked ? revokedTimestamp : consentTimestamp, revoked }
    })
  return [workshop, ...platforms]
}

/** What was agreed to, and how it came about. */
export const ConsentList = ({ group }: { readonly group: AdminGroup }) => {
  const { groupId } = group
  const language = i18n.resolvedLanguage ?? 'en'
  return (
    <>
      <dl className={`stack ${style.now}`}>
        {consentsOf(group).map(({ displayName, given, at, revoked }) => (
          <Group key={displayName ?? ''} justify="space-between" align="stretch" gap="0 16px">
            <dt>{displayName ?? t('consents.workshop')}</dt>
            <dd data-given={given}>
              <strong>{t(given ? 'consents.given' : revoked ? 'consents.revoked' : 'consents.none')}</strong>
              {at && <small>{dateTime(at)}</small>}
            </dd>
          </Group>
        ))}
      </dl>
      <Group gap={8}>
        <EditConsents group={group} />
        {/* A page to print: what was agreed to, in which words, by whom (D74). */}
        <LinkButton
          Icon={IconPrinter}
          href={withBasePath(`/api/admin/groups/${groupId}/consents/proof?format=html&language=${language}`)}
          target="_blank"
        >
          {t('consents.proof')}
        </LinkButton>
      </Group>
      <History groupId={groupId} />
    </>
  )
}

const History = ({ groupId }: Pick<AdminGroup, 'groupId'>) => {
  const { data } = useQuery(consentHistory(groupId))
  const { data: platforms = [] } = useQuery(allPlatforms)
  const shownName = (name: string) => platforms.find((one) => one.platform_name === name)?.display_name ?? name
  if (!data || data.history.length === 0) return null
  return (
    <details className={style.history}>
      <summary>{t('consents.history', { count: data.total })}</summary>
      <ol>
        {data.history.map(({ id, platformName, action, timestamp, source, username, wording }) => (
          <li key={id}>
            <p>
              <strong>{platformName === null ? t('consents.workshop') : shownName(platformName)}</strong>:{' '}
              {t(`consents.action.${action}`)}
            </p>
            <p className="soft breakable">
              {dateTime(timestamp)} · {t(`consents.source.${source}`, { name: username ?? '–' })}
            </p>
            {wording && <p className="soft breakable">{t('consents.wording', { text: wording })}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Gives or withdraws consents for people who asked for it in person. */
const EditConsents = ({ group }: { group: AdminGroup }) => {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <ActionButton Icon={IconPencil} onClick={() => setOpen(true)}>
        {t('consents.edit')}
      </ActionButton>
      <Dialog open={open} title={t('consents.editTitle')} onClose={() => setOpen(false)}>
        <ConsentForm group={group} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

/** The display in the workshop has no id. */
const bodyOf = (changed: readonly { readonly id: number | null; readonly given: boolean }[]) => {
  const workshop = changed.find(({ id }) => id === null)
  const platforms = changed.flatMap(({ id, given }) => (id === null ? [] : [{ platformId: id, consented: given }]))
  return {
    ...(workshop && { workshopConsent: workshop.given }),
    ...(platforms.length > 0 && { socialMediaConsents: platforms }),
  }
}

/** The team cannot restore what the owner withdrew (D20). */
const ConsentForm = ({ group, onClose }: { group: AdminGroup; onClose: () => void }) => {
  const { data: past } = useQuery(consentHistory(group.groupId))
  const [chosen, choose] = useState<ReadonlyMap<number | null, boolean>>(new Map())
  const choices = useOffered(group).map(({ id, name, label, inForce }) => {
    const last = past?.history.findLast((change) => change.platformName === name)
    const given = chosen.get(id) ?? inForce
    const withdrawnByOwner = last?.action === 'revoke' && last.source === 'management'
    return { id, label, given, isChanged: given !== inForce, withdrawnByOwner }
  })
  const changed = choices.filter(({ isChanged }) => isChanged)
  const save = useAction({
    run: () => {
      const params = { groupId: group.groupId }
      return adminCall('POST /api/admin/groups/{groupId}/consents', { params, body: bodyOf(changed) })
    },
    onDone: onClose,
    done: () => t('consents.saved'),
  })
  const submit = changed.length > 0 ? save.mutate : onClose
  return (
    <Form submit={t('app.save')} action={save} onSubmit={submit} onCancel={onClose}>
      <p>{t('consents.editText')}</p>
      <div className={style.choices}>
        {choices.map(({ id, label, given, withdrawnByOwner }) => (
          <Checkbox
            key={id}
            {...(withdrawnByOwner && { disabled: true, description: t('consents.withdrawnByOwner') })}
            label={label}
            checked={given}
            onChange={({ currentTarget: { checked } }) => choose(new Map([...chosen, [id, checked]]))}
          />
        ))}
      </div>
    </Form>
  )
}

/** What can be consented to: the display in the workshop, which is no platform, and platforms. */
const useOffered = (group: AdminGroup) => {
  const { data: all = [] } = useQuery(allPlatforms)
  const consents = group.socialMediaConsents.filter(({ consented, revoked }) => consented && !revoked)
  const platforms = all.map(({ platform_id: id, platform_name: name, display_name: label, is_active }) => {
    return { id, name, label, is_active, inForce: consents.some(({ platformId }) => platformId === id) }
  })
  const workshop = { id: null, name: null, label: t('consents.workshop'), inForce: group.display_in_workshop }
  // A platform that is no longer offered can only be withdrawn.
  return [workshop, ...platforms.filter(({ is_active, inForce }) => is_active || inForce)]
}
