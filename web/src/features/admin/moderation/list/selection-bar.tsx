import { Button } from '@mantine/core'
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { Action } from './moderated-page.ts'
import type { Status } from './queue-search.ts'
import style from './selection-bar.module.css'

interface SelectionBarProps {
  readonly count: number
  readonly status: Status
  readonly onAct: (action: Action) => void
  readonly onDelete: () => void
  readonly onClear: () => void
}

/** What can be done with the chosen groups together. */
export const SelectionBar = ({ count, status, onAct, onDelete, onClear }: SelectionBarProps) => {
  const { t } = useTexts()
  return (
    <section className={style.bar} aria-label={t('moderation.chosen', { count })}>
      <p>{t('moderation.chosen', { count })}</p>
      {status !== 'approved' && (
        <Button h={44} leftSection={<IconCheck size={18} />} onClick={() => onAct('approve')}>
          {t('moderation.approve')}
        </Button>
      )}
      {status !== 'pending' && (
        <Button h={44} variant="default" leftSection={<IconX size={18} />} onClick={() => onAct('unapprove')}>
          {t('moderation.unapprove')}
        </Button>
      )}
      <Button h={44} variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={onDelete}>
        {t('moderation.delete')}
      </Button>
      <Button h={44} variant="subtle" color="gray" onClick={onClear}>
        {t('moderation.clear')}
      </Button>
    </section>
  )
}
