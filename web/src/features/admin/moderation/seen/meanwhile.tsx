import { IconAlertTriangle } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
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
        <ul className={style.list}>
          {differences.map((difference) => (
            <li key={JSON.stringify(difference)}>
              <Line difference={difference} />
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

const Line = ({ difference }: { readonly difference: Difference }) => {
  const { t } = useTexts()
  switch (difference.kind) {
    case 'order':
    case 'other':
      return t(`meanwhile.${difference.kind}`)
    case 'consent': {
      const name = difference.platform ?? t('consents.workshop')
      return t(`meanwhile.consent.${difference.given ? 'given' : 'withdrawn'}`, { name })
    }
    case 'caption':
      return <Change {...difference} label={t('meanwhile.caption', { n: difference.n })} />
    case 'text':
      return <Change {...difference} label={t(`meanwhile.text.${difference.field}`)} />
    default:
      return t(`meanwhile.${difference.kind}`, { count: difference.count })
  }
}

const Change = ({ label, before, now }: { readonly label: string; readonly before: string; readonly now: string }) => {
  const { t } = useTexts()
  const none = <i>{t('meanwhile.empty')}</i>
  return (
    <>
      {label}: {before ? <del>{before}</del> : none} → {now ? <ins>{now}</ins> : none}
    </>
  )
}
