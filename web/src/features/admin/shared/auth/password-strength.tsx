import { Progress } from '@mantine/core'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { minPasswordRank, usePasswordRank } from './password-rank.ts'
import style from './password-strength.module.css'

const maxRank = 4
const texts = ['rank0', 'rank1', 'rank2', 'rank3', 'rank4'] as const

/** How hard a password is to guess, and what would help. */
export const PasswordStrength = ({ password, username }: { password: string; username?: string | undefined }) => {
  const { t } = useTexts()
  const rank = usePasswordRank({ password, username })
  const text = rank === undefined ? undefined : texts[rank]
  return (
    <div className={style.strength} data-weak={rank !== undefined && rank < minPasswordRank}>
      <Progress
        value={rank === undefined ? 0 : ((rank + 1) / (maxRank + 1)) * 100}
        color={rank !== undefined && rank < minPasswordRank ? 'var(--danger)' : 'var(--accent)'}
        aria-hidden="true"
      />
      <p role="status">{text && t(`account.${text}`)}</p>
    </div>
  )
}
