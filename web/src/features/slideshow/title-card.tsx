import type { Group } from './player/playlist.ts'
import { RemovalHint } from './removal-hint.tsx'
import { useTexts } from './texts/texts.ts'
import style from './title-card.module.css'

interface TitleCardProps {
  readonly group: Group
  /** Photos have codes: it says what for. */
  readonly codes: boolean
}

/** Like the label beside a work in an exhibition: who made it, when, and what it is about. */
export const TitleCard = ({ group: { title, name, year, description, photos }, codes }: TitleCardProps) => {
  const { t } = useTexts()
  const heading = title ?? name ?? t('untitled')
  return (
    <section className={style.card} dir="auto">
      <h2 className={style.title} data-long={heading.length > 60 || undefined}>
        {heading}
      </h2>
      <p className={style.origin}>
        {title && name && (
          <span className={style.name}>
            <bdi>{name}</bdi>,{' '}
          </span>
        )}
        {year}
      </p>
      {description && <p className={style.description}>{description}</p>}
      <p className={style.count}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect x="1.25" y="1.25" width="21.5" height="21.5" rx="2.5" />
          <rect className={style.picture} x="6.5" y="6.5" width="11" height="11" rx="0.75" />
        </svg>
        {t('photos', { count: photos.length })}
      </p>
      {codes && <RemovalHint />}
    </section>
  )
}
