import { IconBan, IconCheck } from '@tabler/icons-react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './consent-mark.module.css'

/** Given, revoked or neither, shown by icon, colour and word. */
export const ConsentMark = ({ state }: { state: 'given' | 'revoked' | 'none' }) => {
  const { t } = useTexts()
  return (
    <span className={style.mark} data-state={state}>
      {state === 'given' && <IconCheck size={16} stroke={2.5} aria-hidden="true" />}
      {state === 'revoked' && <IconBan size={16} stroke={2} aria-hidden="true" />}
      {t(`consents.${state}`)}
    </span>
  )
}
