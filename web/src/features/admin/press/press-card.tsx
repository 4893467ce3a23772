import { Checkbox } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { withBasePath } from '#web/api/base-path.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import type { PressGroup } from './press-queries.ts'

interface PressCardProps {
  readonly group: PressGroup
  readonly chosen: boolean
  readonly onChoose: (chosen: boolean) => void
  readonly onPosted: () => void
}

export const PressCard = ({ group, chosen, onChoose, onPosted }: PressCardProps) => {
  const { t } = useTexts()
  const { groupId, name, year, imageCount, postings } = group
  const title = group.title ?? t('group.untitled')
  const cover = group.previews.find(({ hidden }) => !hidden)
  return (
    <li className={style.card} data-chosen={chosen || undefined}>
      <div className={style.picture}>
        {cover && <img src={withBasePath(cover.previewPath)} alt="" loading="lazy" />}
        <Checkbox
          checked={chosen}
          aria-label={t('press.choose', { title })}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          classNames={{ root: style.choice, body: style.check }}
        />
      </div>
      <Link to="/admin/moderation/$groupId" params={{ groupId }} className={style.title}>
        {title}
      </Link>
      <p className={section.soft}>
        <FactsLine facts={[name ?? t('press.anonymous'), String(year), t('press.photos', { count: imageCount })]} />
      </p>
      {postings.length > 0 && (
        <ul className={style.postings}>
          {postings.map(({ id, url, postedAt }) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noreferrer">
                {t('press.posted', { when: shortDate(postedAt) })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ActionButton Icon={IconLink} onClick={onPosted}>
        {t('press.record')}
      </ActionButton>
    </li>
  )
}
