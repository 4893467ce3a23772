import { Button, Switch } from '@mantine/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { ActionError } from '#web/features/management/action-error.tsx'
import { changeConsent } from '#web/features/management/managed-group.ts'
import { t } from '#web/features/management/texts/texts.ts'
import style from './consents-section.module.css'

interface ConsentSwitchProps {
  readonly token: string
  readonly icon: ReactNode
  readonly name: string
  readonly detail: string
  readonly given: boolean
  /** When it last changed, as a sentence. */
  readonly since: string
  /** Null is the display in the workshop. */
  readonly platformId: number | null
  /** The effect of the other position. */
  readonly effect: string
  readonly locked: boolean
}

const parts = {
  body: style.body,
  labelWrapper: style.labels,
  label: style.label,
  description: style.detail,
  track: style.track,
} as const

const useChange = ({ token, given, platformId }: ConsentSwitchProps, onDone: () => void) =>
  useMutation({
    mutationFn: () => changeConsent(token, { action: given ? 'revoke' : 'restore', platformId }),
    onSuccess: () => {
      announce(t(given ? 'consents.revokedNow' : 'consents.restoredNow'))
      onDone()
    },
  })

/** Explains the effect before it acts. */
export const ConsentSwitch = (props: ConsentSwitchProps) => {
  const { icon, name, detail, given, since, effect, locked } = props
  const [asking, setAsking] = useState(false)
  const knob = useRef<HTMLInputElement>(null)
  const id = useId()
  const change = useChange(props, () => close())
  const close = () => {
    change.reset()
    setAsking(false)
    knob.current?.focus()
  }
  return (
    <li className={`stack ${style.consent}`}>
      <Switch
        ref={knob}
        size="lg"
        labelPosition="left"
        classNames={parts}
        checked={given}
        disabled={locked}
        label={
          <>
            {icon} {name}
          </>
        }
        description={since}
        aria-expanded={asking}
        aria-controls={id}
        onChange={() => (asking ? close() : setAsking(true))}
      />
      {asking && <Question id={id} given={given} effect={`${detail} ${effect}`} change={change} onClose={close} />}
    </li>
  )
}

interface QuestionProps {
  readonly id: string
  readonly given: boolean
  readonly effect: string
  readonly change: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'mutate'>
  readonly onClose: () => void
}

const Question = ({ id, given, effect, change, onClose }: QuestionProps) => {
  const limited = useLimited(change.error)
  return (
    <div id={id} className={`stack ${style.ask}`}>
      <div>
        <p>
          <strong>{t(given ? 'consents.revokeTitle' : 'consents.restoreTitle')}</strong>
        </p>
        <p role="status">{effect}</p>
      </div>
      {change.error && <ActionError error={change.error} />}
      <div className="actions">
        <Button
          {...(given && { color: 'red' })}
          loading={change.isPending}
          disabled={limited}
          onClick={() => change.mutate()}
        >
          {t(given ? 'consents.revoke' : 'consents.restore')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('consents.cancel')}
        </Button>
      </div>
    </div>
  )
}
