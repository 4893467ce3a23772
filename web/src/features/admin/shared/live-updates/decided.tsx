import { IconUserCheck } from '@tabler/icons-react'
import { createStore, useSelector } from '@tanstack/react-store'
import type { Decision, GroupsChanged } from '#contract/live-updates.ts'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './decided.module.css'

const minuteMs = 60_000

/** `Approved by Mira just now`. */
export const useDecidedText = () => {
  const { t } = useTexts()
  return ({ by, decision, at }: Decided): string => {
    const when = Date.now() - at < minuteMs ? t('decided.now') : relativeTime(new Date(at).toISOString())
    return t(`decided.${decision}`, { name: by, when })
  }
}

/** Says who else decided about a group, instead of letting it change by surprise. */
export const DecidedNote = ({ decided }: { readonly decided: Decided }) => {
  const text = useDecidedText()
  return (
    <p className={style.note} role="status">
      <IconUserCheck size={18} aria-hidden="true" />
      {text(decided)}
    </p>
  )
}

/** What another moderator decided about a group. */
export interface Decided {
  readonly by: string
  readonly decision: Decision
  /** By this device's clock, ms since 1970. */
  readonly at: number
}
export type Decisions = ReadonlyMap<string, Decided>

const kept = 200
const decisions = createStore<Decisions>(new Map())

export const useDecisions = (): Decisions => useSelector(decisions)

/** Keeps what others decided; what this moderator (`me`) decides afterwards takes its place. */
export const recordDecisions = ({ groupIds, by, decision }: GroupsChanged, me: string): void => {
  if (by === null || decision === null) return
  const at = Date.now()
  decisions.setState((before) => {
    const next = new Map(before)
    for (const groupId of groupIds) {
      next.delete(groupId)
      if (by !== me) next.set(groupId, { by, decision, at })
    }
    return new Map([...next].slice(-kept))
  })
}
