import { Button, Kbd, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import type { RemovalDecision } from '#contract/removal-requests.ts'
import { onSite } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './open-requests.module.css'
import { decisionKeys, type Request } from './requests.ts'

const decisions = ['remove', 'keep_hidden', 'redact', 'show_again'] as const
const withoutPhoto = ['remove', 'show_again'] as const

const labelWithoutPhoto = (decision: RemovalDecision) =>
  decision === 'remove' ? 'removalRequests.withoutPhoto.done' : 'removalRequests.withoutPhoto.refuse'

/** Where no photo was found, a request is done or refused. */
export const decisionsOn = ({ imageId }: Pick<Request, 'imageId'>): readonly RemovalDecision[] =>
  imageId === null ? withoutPhoto : decisions

interface RequestRowProps {
  readonly request: Request
  /** The keys act on this one. */
  readonly hasKeys: boolean
  readonly note: string
  readonly onNote: (note: string) => void
  readonly onDecide: (decision: RemovalDecision) => void
  readonly onRefuseAddress: () => void
}

export const RequestRow = ({ request, hasKeys, note, onNote, onDecide, onRefuseAddress }: RequestRowProps) => {
  const { t } = useTexts()
  const { requestId, groupId, imageId, previewPath, message, contact, openFromAddress } = request
  const deletes = (decision: RemovalDecision) => decision === 'remove' && imageId !== null
  return (
    <li className={style.row} data-current={hasKeys || undefined}>
      {previewPath && <img className={style.photo} src={onSite(previewPath)} alt="" />}
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
          onChange={({ currentTarget: { value } }) => onNote(value)}
        />
        <div className={style.actions}>
          {decisionsOn(request).map((decision) => (
            <Button
              key={decision}
              h={44}
              {...(deletes(decision) ? { color: 'red' } : { variant: 'default' })}
              rightSection={
                hasKeys && (
                  <Kbd className={style.letter} aria-hidden="true">
                    {decisionKeys[decision]}
                  </Kbd>
                )
              }
              onClick={() => onDecide(decision)}
            >
              {t(imageId === null ? labelWithoutPhoto(decision) : `removalRequests.decision.${decision}`)}
            </Button>
          ))}
          {openFromAddress > 1 && (
            <Button h={44} variant="subtle" color="gray" onClick={onRefuseAddress}>
              {t('removalRequests.refuseAddress', { count: openFromAddress })}
            </Button>
          )}
        </div>
      </div>
    </li>
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
