import { Button, Group, Kbd, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './open-requests.module.css'
import { decisions, decisionsOn, type Request, useRefuseAddress } from './requests.ts'
import { useRequest } from './use-request.ts'

interface RequestRowProps {
  readonly request: Request
  /** The keys act on this one. */
  readonly hasKeys: boolean
}

export const RequestRow = ({ request, hasKeys }: RequestRowProps) => {
  const { t } = useTexts()
  const { note, setNote, decide, ...asked } = useRequest(request, hasKeys)
  const { requestId, groupId, previewPath, message, contact } = request
  return (
    <li className={style.row} data-current={hasKeys || undefined}>
      {previewPath && <img className={style.photo} src={withBasePath(previewPath)} alt="" />}
      <div className={style.words}>
        <RequestFacts request={request} />
        {message && <p dir="auto">{message}</p>}
        {contact && <p dir="auto">{t('removalRequests.contact', { contact })}</p>}
        {groupId && (
          <Link to="/admin/moderation/$groupId" params={{ groupId }}>
            {t('removalRequests.toGroup')}
          </Link>
        )}
        <TextInput
          id={`removal-note-${requestId}`}
          label={t('removalRequests.note')}
          value={note}
          maxLength={limits.moderationNote}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <RequestActions request={request} hasKeys={hasKeys} onDecide={decide} />
      </div>
      <RequestDialogs {...asked} />
    </li>
  )
}

const RequestDialogs = (props: Omit<ReturnType<typeof useRequest>, 'note' | 'setNote' | 'decide'>) => {
  const { t } = useTexts()
  const { isRemoving, redacting, close, remove, redact } = props
  const title = t('removalRequests.removeTitle')
  const confirm = t('removalRequests.decision.remove')
  return (
    <>
      <RedactionDialog image={redacting} onClose={close} onRedact={redact} />
      <ConfirmDialog open={isRemoving} title={title} confirm={confirm} onClose={close} onConfirm={remove}>
        <p>{t('removalRequests.removeText')}</p>
      </ConfirmDialog>
    </>
  )
}

interface RequestActionsProps extends RequestRowProps {
  readonly onDecide: (decision: RemovalDecision) => void
}

const RequestActions = ({ request, hasKeys, onDecide }: RequestActionsProps) => {
  const { t } = useTexts()
  const { requestId, imageId, openFromAddress } = request
  const refuseAddress = useRefuseAddress()
  const labelOf = (decision: RemovalDecision) => {
    if (imageId !== null) return t(`removalRequests.decision.${decision}`)
    return t(`removalRequests.withoutPhoto.${decision === 'remove' ? 'done' : 'refuse'}`)
  }
  const letter = (decision: RemovalDecision) => (
    // On a phone there are no keys.
    <Kbd visibleFrom="md" aria-hidden="true">
      {decisions.indexOf(decision) + 1}
    </Kbd>
  )
  return (
    <Group gap={8}>
      {decisionsOn(request).map((decision) => (
        <Button
          key={decision}
          h={44}
          {...(decision === 'remove' && imageId !== null ? { color: 'red' } : { variant: 'default' })}
          rightSection={hasKeys && letter(decision)}
          onClick={() => onDecide(decision)}
        >
          {labelOf(decision)}
        </Button>
      ))}
      {openFromAddress > 1 && (
        <Button h={44} variant="subtle" color="gray" onClick={() => refuseAddress(requestId)}>
          {t('removalRequests.refuseAddress', { count: openFromAddress })}
        </Button>
      )}
    </Group>
  )
}

const RequestFacts = ({ request }: { readonly request: Request }) => {
  const { t } = useTexts()
  const { imageId, code, reason, hidden, deadline } = request
  const late = Date.parse(deadline) < Date.now()
  const state = imageId === null ? 'unknown' : hidden ? 'hidden' : 'shown'
  const facts = [
    t(`removalRequests.reason.${reason}`),
    code,
    t(`removalRequests.${state}`),
    t(late ? 'removalRequests.late' : 'removalRequests.due', { when: relativeTime(deadline) }),
  ]
  return (
    <p className={style.facts} data-late={late || undefined}>
      <FactsLine facts={facts} />
    </p>
  )
}
