import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLimited } from '#web/components/use-limited.ts'
import { ActionError } from './action-error.tsx'
import style from './save-bar.module.css'

interface SaveBarProps {
  /** Descriptions of what would be saved. */
  readonly changes: readonly string[]
  readonly label: string
  /** Saving takes the group off display until it is reviewed. */
  readonly leadsToReview: boolean
  /** A text is too long. */
  readonly invalid: boolean
  readonly saving: boolean
  readonly error: unknown
  /** Announced once everything is saved. */
  readonly saved: string | undefined
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** Visible as long as its section is, until everything is saved. */
export const SaveBar = (props: SaveBarProps) => {
  const { changes, label, leadsToReview, invalid, saving, error, saved, onSave, onDiscard } = props
  const { t } = useTranslation('management')
  const limited = useLimited(error)
  if (changes.length === 0) {
    if (saved === undefined) return null
    return (
      <p className={style.saved}>
        <IconCheck size={22} aria-hidden="true" />
        {saved}
      </p>
    )
  }
  return (
    <div className={style.bar}>
      {error != null && (
        <ActionError icon={<IconAlertTriangle />} error={error}>
          <p>{t('save.kept')}</p>
        </ActionError>
      )}
      <div className={style.row}>
        <div className={style.what}>
          <p className={style.changes}>{changes.join(', ')}</p>
          {leadsToReview && (
            <p className={style.review}>
              <IconEyeOff size={18} aria-hidden="true" />
              <span>{t('review.short')}</span>
            </p>
          )}
        </div>
        <div className={style.actions}>
          <Button variant="default" size="md" disabled={saving} onClick={onDiscard}>
            {t('save.discard')}
          </Button>
          <Button size="md" loading={saving} disabled={invalid || limited} onClick={onSave}>
            {label}
          </Button>
        </div>
      </div>
    </div>
  )
}
