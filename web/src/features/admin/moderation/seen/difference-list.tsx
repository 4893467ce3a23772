import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './difference-list.module.css'
import type { Difference } from './differences.ts'

/** What is different, before and after. */
export const Differences = ({ list }: { readonly list: readonly Difference[] }) => (
  <ul className={style.list}>
    {list.map((difference) => (
      <li key={JSON.stringify(difference)}>
        <Line difference={difference} />
      </li>
    ))}
  </ul>
)

const Line = ({ difference }: { readonly difference: Difference }) => {
  const { t } = useTexts()
  switch (difference.kind) {
    case 'other':
      return t('meanwhile.other')
    case 'order':
      return <Placed text={t('meanwhile.order')} places={difference.places} />
    case 'consent': {
      const name = difference.platform ?? t('consents.workshop')
      return t(`meanwhile.consent.${difference.given ? 'given' : 'withdrawn'}`, { name })
    }
    case 'caption':
      return <Change {...difference} label={t('meanwhile.caption', { n: difference.n })} />
    case 'text':
      return <Change {...difference} label={t(`meanwhile.text.${difference.field}`)} />
    default:
      return <Placed text={t(`meanwhile.${difference.kind}`, { count: difference.count })} places={difference.places} />
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

const Placed = ({ text, places }: { readonly text: string; readonly places: readonly number[] | undefined }) =>
  places ? `${text}: ${places.join(', ')}` : text
