import { Box, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { changesSinceApproval, type Difference } from '#web/features/admin/moderation/session/differences.ts'
import type { SeenGroup } from '#web/features/admin/moderation/session/groups.ts'
import type { SeenGroups } from '#web/features/admin/moderation/session/seen-groups.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './changes.module.css'

interface ChangesProps {
  readonly group: SeenGroup
  readonly seen: SeenGroups
}

/** What others changed in a group since this page shows it. */
export const ChangedSinceShown = ({ group: { groupId }, seen }: ChangesProps) => {
  const differences = seen.differences(groupId)
  if (differences.length === 0) return null
  return (
    <Box mt={4} mb={12}>
      <Note kind="warning" title={t('sinceShown.title')} onClose={() => seen.accept(groupId)}>
        <Differences list={differences} />
      </Note>
    </Box>
  )
}

/** What the owner changed since the last approval, before and after. */
export const ChangedSinceApproval = ({ group }: Pick<ChangesProps, 'group'>) => {
  const changes = changesSinceApproval(group)
  if (changes === undefined) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, of which a list would have many, and no fields.
    <div role="group" className={`stack ${style.changes}`} aria-label={t('sinceApproval.title')}>
      <Group component="p" gap={6} wrap="nowrap" fz={15} fw={700}>
        <IconHistory size={18} aria-hidden="true" />
        {t('sinceApproval.title')}
      </Group>
      {changes.length === 0 ? <p>{t('sinceApproval.nothing')}</p> : <Differences list={changes} />}
    </div>
  )
}

const Differences = ({ list }: { readonly list: readonly Difference[] }) => (
  <ul className={`stack breakable ${style.list}`}>
    {list.map((difference) => (
      <li key={JSON.stringify(difference)}>
        <Line difference={difference} />
      </li>
    ))}
  </ul>
)

const Line = ({ difference }: { readonly difference: Difference }) => {
  switch (difference.kind) {
    case 'other':
      return t('differences.other')
    case 'order':
      return `${t('differences.order')}: ${difference.places.join(', ')}`
    case 'consent': {
      const name = difference.platform ?? t('consents.workshop')
      return t(`differences.consent.${difference.given ? 'given' : 'withdrawn'}`, { name })
    }
    case 'caption':
    case 'altText':
      return <Change {...difference} label={t(`differences.${difference.kind}`, { n: difference.n })} />
    case 'text':
      return <Change {...difference} label={t(`differences.text.${difference.field}`)} />
    default: {
      const { kind, count, places } = difference
      const text = t(`differences.${kind}`, { count })
      return places ? `${text}: ${places.join(', ')}` : text
    }
  }
}

const Change = ({ label, before, now }: { readonly label: string; readonly before: string; readonly now: string }) => {
  const none = <i>{t('differences.empty')}</i>
  return (
    <>
      {label}: {before ? <del>{before}</del> : none} → {now ? <ins>{now}</ins> : none}
    </>
  )
}
