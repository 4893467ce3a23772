import { Button, Checkbox, Group, NativeSelect } from '@mantine/core'
import { useSet } from '@mantine/hooks'
import { IconLink } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { withBasePath } from '#web/api/base-path.ts'
import type { Answer } from '#web/api/client.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { useStickyBar } from '#web/components/hooks/use-sticky-bar.ts'
import { ActionButton, LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { adminUrlOf } from '#web/features/admin/shared/chosen-exhibition.ts'
import { Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { number, shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { PostingDialog } from './posting-dialog.tsx'

/** Photos for press and social media: what may be posted where. */
export const PressPage = () => {
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin/press' })
  return (
    <>
      <PageTitle title={t('nav.press')} text={t('press.text')} />
      <Load of={allPlatforms} placeholder={360}>
        {(all) => {
          const platformId = search.platform ?? all[0]?.platform_id
          return (
            <div className="page-sections">
              <NativeSelect
                maw={400}
                label={t('consents.platform')}
                value={platformId}
                data={all.map((each) => ({ value: String(each.platform_id), label: each.display_name }))}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({ to: '/admin/press', search: { platform: Number(value) }, replace: true })
                }
              />
              {platformId !== undefined && <PressGroups key={platformId} platformId={platformId} />}
            </div>
          )
        }}
      </Load>
    </>
  )
}

type PressGroup = Answer<'GET /api/admin/social-media/platforms/{id}/groups'>['groups'][number]

/** What may be posted on a platform. */
const pressGroups = (platformId: number) =>
  adminQuery(['groups', 'press', platformId], 'GET /api/admin/social-media/platforms/{id}/groups', {
    params: { id: platformId },
  })

const PressGroups = ({ platformId }: { readonly platformId: number }) => {
  const chosen = useSet<string>()
  const [posted, setPosted] = useState<string>()
  const allChosen = (groups: readonly PressGroup[]) => groups.every(({ groupId }) => chosen.has(groupId))
  const chooseAll = (groups: readonly PressGroup[]) => {
    if (allChosen(groups)) return chosen.clear()
    for (const { groupId } of groups) chosen.add(groupId)
  }
  return (
    <Load of={pressGroups(platformId)} placeholder={360}>
      {({ groups, count }) => (
        <section className="section" aria-labelledby="press-title">
          <Group justify="space-between">
            <h2 id="press-title">{t('consents.groups', { count, formatted: number(count) })}</h2>
            {count > 0 && (
              <Button px={4} variant="subtle" onClick={() => chooseAll(groups)}>
                {t(allChosen(groups) ? 'moderation.clear' : 'press.chooseAll')}
              </Button>
            )}
          </Group>
          {count === 0 && <p className="empty">{t('press.none')}</p>}
          <ul className={style.grid}>
            {groups.map((group) => (
              <PressCard
                key={group.groupId}
                group={group}
                chosen={chosen.has(group.groupId)}
                onChoose={(on) => chosen[on ? 'add' : 'delete'](group.groupId)}
                onPosted={() => setPosted(group.groupId)}
              />
            ))}
          </ul>
          {chosen.size > 0 && (
            <PressBar
              platformId={platformId}
              isAll={allChosen(groups)}
              chosen={groups.filter(({ groupId }) => chosen.has(groupId))}
            />
          )}
          {posted && <PostingDialog platformId={platformId} groupId={posted} onClose={() => setPosted(undefined)} />}
        </section>
      )}
    </Load>
  )
}

interface PressBarProps {
  readonly platformId: number
  readonly isAll: boolean
  readonly chosen: readonly PressGroup[]
}

const idsOf = (groups: readonly PressGroup[]) => groups.map(({ groupId }) => groupId)

/** The archive of what is chosen. The browser downloads it: it shows the progress and can resume. */
const PressBar = ({ platformId, isAll, chosen }: PressBarProps) => {
  const bar = useStickyBar<HTMLElement>()
  const title = t('moderation.chosen', { count: chosen.length })
  const ids = idsOf(chosen).join(',')
  const tooMany = !isAll && ids.length > limits.listedGroupsText
  const href = adminUrlOf('/api/admin/social-media/platforms/{id}/archive', {
    params: { id: platformId },
    query: { groups: isAll ? undefined : ids },
  })
  return (
    <section ref={bar} className={`row sticky-bar ${style.bar}`} aria-label={title}>
      <p aria-live="polite">{tooMany ? t('press.tooMany') : title}</p>
      {!tooMany && (
        <LinkButton href={href} download variant="filled">
          {t('press.download', { count: chosen.reduce((sum, { imageCount }) => sum + imageCount, 0) })}
        </LinkButton>
      )}
    </section>
  )
}

interface PressCardProps {
  readonly group: PressGroup
  readonly chosen: boolean
  readonly onChoose: (chosen: boolean) => void
  readonly onPosted: () => void
}

const PressCard = ({ group, chosen, onChoose, onPosted }: PressCardProps) => {
  const { groupId, name, year, imageCount, postings } = group
  const title = group.title ?? t('group.untitled')
  const cover = group.previews.find(({ hidden }) => !hidden)
  return (
    <li className={`stack sheet ${style.card}`} data-chosen={chosen || undefined}>
      <div className={style.picture}>
        {cover && <img src={withBasePath(cover.previewPath)} alt={cover.publishedAltText ?? ''} loading="lazy" />}
        <Checkbox
          checked={chosen}
          aria-label={t('press.choose', { title })}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          classNames={{ root: style.choice, body: 'centred finger-box' }}
        />
      </div>
      <Link to="/admin/moderation/$groupId" params={{ groupId }} className={style.title}>
        {title}
      </Link>
      <p className="soft">
        <FactsLine facts={[name ?? t('press.anonymous'), String(year), t('press.photos', { count: imageCount })]} />
      </p>
      {postings.length > 0 && (
        <ul>
          {postings.map(({ id, url, postedAt }) => (
            <li key={id}>
              <a className="finger-link" href={url} target="_blank" rel="noreferrer">
                {t('press.posted', { when: shortDate(postedAt) })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ActionButton px={8} Icon={IconLink} onClick={onPosted}>
        {t('press.record')}
      </ActionButton>
    </li>
  )
}
