import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { useStickyBar } from '#web/components/hooks/use-sticky-bar.ts'
import { ActionError } from '#web/features/management/action-error.tsx'
import { LimitLeft } from '#web/features/management/limit-left.tsx'
import style from './save-bar.module.css'

interface SaveBarProps {
  /** Descriptions of what would be saved. */
  readonly changes: readonly string[]
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

/** Stays visible, however the page is scrolled, until everything is saved. */
export const SaveBar = (props: SaveBarProps) => {
  if (props.changes.length > 0) return <UnsavedBar {...props} />
  if (props.saved === undefined) return null
  return (
    <p className={style.saved}>
      <IconCheck size={22} aria-hidden="true" />
      {props.saved}
    </p>
  )
}

const UnsavedBar = (props: SaveBarProps) => {
  const { changes, leadsToReview, invalid, saving, error, onSave, onDiscard } = props
  const { t } = useTranslation('management')
  const limited = useLimited(error)
  const bar = useStickyBar()
  return (
    <div ref={bar} className={style.bar}>
      {error != null && (
        <ActionError icon={<IconAlertTriangle />} error={error}>
          <p>{t('save.kept')}</p>
        </ActionError>
      )}
      <LimitLeft />
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
            {t('save.save')}
          </Button>
        </div>
      </div>
    </div>
  )
}
