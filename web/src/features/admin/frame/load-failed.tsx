import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'

/** Stands where something could not be loaded. */
export const LoadFailed = ({ error, onAgain }: { error: Error; onAgain: () => void }) => {
  const { t } = useTexts()
  return (
    <Note kind="danger" icon={<IconAlertTriangle />} title={t('app.notLoadedTitle')}>
      <p>{sentenceOf(error)}</p>
      <div>
        <Button variant="default" h={44} onClick={() => onAgain()}>
          {t('app.again')}
        </Button>
      </div>
    </Note>
  )
}
