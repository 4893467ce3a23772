import { ActionIcon, Button, Group, Menu, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { RedactionDialog } from '#web/components/redaction/redaction-dialog.tsx'
import { KeyHint } from '#web/features/admin/moderation/group/key-hint.tsx'
import { onceBy } from '#web/features/admin/shared/action-button.tsx'
import { ConfirmDialog } from '#web/features/admin/shared/dialog.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './open-requests.module.css'
import { decisions, decisionsOn, markAsSpam, type Request, useOpenRequests, useRequest } from './requests.ts'

/** Who wants a photo removed: one line above the queue, which opens. */
export const OpenRequests = () => {
  const { requests, total, isOpen, isNoticed, toggle } = useOpenRequests()
  const [first] = requests
  if (first === undefined) return null
  return (
    <section className={`stack ${style.section}`} aria-labelledby="removal-requests">
      <h2>
        <UnstyledButton className={`row ${style.line}`} aria-expanded={isOpen} onClick={toggle}>
          <span id="removal-requests">{t('removalRequests.title', { count: total })}</span>
          <span>{dueOf(first).due}</span>
          <IconChevronDown size={20} aria-hidden="true" />
        </UnstyledButton>
      </h2>
      {isOpen && (
        <ul className={`stack ${style.list}`}>
          {requests.map((request, index) => (
            <RequestRow
              key={request.requestId}
              request={request}
              isFirst={index === 0}
              hasKeys={index === 0 && isNoticed}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const dueOf = ({ deadline }: Request) => {
  const isLate = Date.parse(deadline) < Date.now()
  return { isLate, due: t(isLate ? 'removalRequests.late' : 'removalRequests.due', { when: relativeTime(deadline) }) }
}

interface RequestRowProps {
  readonly request: Request
  /** The keys are shown with this one. */
  readonly isFirst: boolean
  /** The keys act on it. */
  readonly hasKeys: boolean
}

const RequestRow = ({ request, isFirst, hasKeys }: RequestRowProps) => {
  const { note, setNote, decide, isRemoving, redacting, close, remove, redact } = useRequest(request, hasKeys)
  const { requestId, groupId, previewPath, message, contact } = request
  return (
    <li className={`sheet ${style.row}`} data-current={isFirst || undefined}>
      {previewPath && <img className={style.photo} src={withBasePath(previewPath)} alt="" />}
      <div className={`stack breakable ${style.words}`}>
        <RequestFacts request={request} />
        {message && <p dir="auto">{message}</p>}
        {contact && <p dir="auto">{t('removalRequests.contact', { contact })}</p>}
        {groupId && (
          <Link to="/admin/moderation/$groupId" params={{ groupId }}>
            {t('removalRequests.toGroup')}
          </Link>
        )}
        <TextInput
          size="sm"
          id={`removal-note-${requestId}`}
          label={t('removalRequests.note')}
          value={note}
          maxLength={limits.moderationNote}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <RequestActions request={request} isFirst={isFirst} onDecide={decide} />
      </div>
      <RedactionDialog image={redacting} onClose={close} onRedact={redact} />
      <ConfirmDialog
        open={isRemoving}
        title={t('removalRequests.removeTitle')}
        confirm={t('removalRequests.decision.remove')}
        onClose={close}
        onConfirm={remove}
        text={t('removalRequests.removeText')}
      />
    </li>
  )
}

interface RequestActionsProps extends Omit<RequestRowProps, 'hasKeys'> {
  readonly onDecide: (decision: RemovalDecision) => void
}

const RequestActions = ({ request, isFirst, onDecide }: RequestActionsProps) => {
  const { imageId } = request
  const labelOf = (decision: RemovalDecision) => {
    if (imageId !== null) return t(`removalRequests.decision.${decision}`)
    return t(`removalRequests.withoutPhoto.${decision === 'remove' ? 'done' : 'refuse'}`)
  }
  const letter = (decision: RemovalDecision) => <KeyHint>{decisions.indexOf(decision) + 1}</KeyHint>
  return (
    <Group gap={8}>
      {decisionsOn(request).map((decision, index) => (
        <Button
          key={decision}
          variant={index === 0 ? 'filled' : decision === 'remove' ? 'subtle' : 'default'}
          {...(decision === 'remove' && imageId !== null && { color: 'red' })}
          rightSection={isFirst && letter(decision)}
          onClick={onceBy(() => onDecide(decision))}
        >
          {labelOf(decision)}
        </Button>
      ))}
      <SpamMenu request={request} />
    </Group>
  )
}

/** All requests of one address at once, but none for a child (D94): out of the way, after a question, with an undo. */
const SpamMenu = ({ request }: { readonly request: Request }) => {
  const [asking, setAsking] = useState(false)
  const { requestId, reason, openFromAddress: count } = request
  if (reason === 'my_child' || count < 2) return null
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('removalRequests.more')}>
            <IconDots size={22} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={44} onClick={() => setAsking(true)}>
            {t('removalRequests.spam', { count })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        open={asking}
        title={t('removalRequests.spamTitle', { count })}
        confirm={t('removalRequests.spamConfirm')}
        onClose={() => setAsking(false)}
        onConfirm={() => markAsSpam(requestId, count)}
        text={t('removalRequests.spamText', { count })}
      />
    </>
  )
}

const RequestFacts = ({ request }: { readonly request: Request }) => {
  const { imageId, code, reason, hidden } = request
  const { due, isLate } = dueOf(request)
  const state = imageId === null ? 'unknown' : hidden ? 'hidden' : 'shown'
  const facts = [t(`removalRequests.reason.${reason}`), code, t(`removalRequests.${state}`), due]
  return (
    <p className={style.facts} data-late={isLate || undefined}>
      <FactsLine facts={facts} />
    </p>
  )
}
