import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

interface LoadFailedProps {
  readonly error: Error
  readonly loading: boolean
  readonly onRetry: () => void
}

/** Says why something could not be loaded, and tries again. */
export const LoadFailed = ({ error, loading, onRetry }: LoadFailedProps) => {
  const { t } = useTexts()
  return (
    <Note kind="danger" icon={<IconAlertTriangle />} title={t('app.notLoadedTitle')}>
      <p>{sentenceOf(error)}</p>
      <div>
        <Button variant="default" h={44} loading={loading} onClick={() => onRetry()}>
          {t('app.again')}
        </Button>
      </div>
    </Note>
  )
}
