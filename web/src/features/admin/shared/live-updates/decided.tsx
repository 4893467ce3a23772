import { IconUserCheck } from '@tabler/icons-react'
import { relativeTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './decided.module.css'
import type { Decided } from './decisions.ts'

const minuteMs = 60_000

/** `Approved by Mira just now`. */
export const decidedText = ({ by, decision, at }: Decided): string => {
  const when = Date.now() - at < minuteMs ? t('decided.now') : relativeTime(new Date(at).toISOString())
  return t(`decided.${decision}`, { name: by, when })
}

/** Says who else decided about a group, instead of letting it change by surprise. */
export const DecidedNote = ({ decided }: { readonly decided: Decided }) => (
  <p className={style.note} role="status">
    <IconUserCheck size={18} aria-hidden="true" />
    {decidedText(decided)}
  </p>
)
