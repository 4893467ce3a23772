import { IconAlertTriangle } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Differences } from './difference-list.tsx'
import type { Difference } from './differences.ts'
import style from './meanwhile.module.css'

interface MeanwhileProps {
  readonly differences: readonly Difference[]
  readonly onAccept: () => void
}

/** What others changed in a group while it was open here. */
export const Meanwhile = ({ differences, onAccept }: MeanwhileProps) => {
  const { t } = useTexts()
  if (differences.length === 0) return null
  return (
    <div className={style.note}>
      <Note kind="warning" icon={<IconAlertTriangle size={20} />} title={t('meanwhile.title')} onClose={onAccept}>
        <Differences list={differences} />
      </Note>
    </div>
  )
}
