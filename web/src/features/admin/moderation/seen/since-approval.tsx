import { IconHistory } from '@tabler/icons-react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Differences } from './difference-list.tsx'
import { changesSinceApproval, type SeenGroup } from './differences.ts'
import style from './since-approval.module.css'

/** What the owner changed since the last approval, before and after. */
export const SinceApproval = ({ group }: { readonly group: SeenGroup }) => {
  const { t } = useTexts()
  const changes = changesSinceApproval(group)
  if (changes === undefined) return null
  return (
    <section className={style.changes} aria-label={t('sinceApproval.title')}>
      <p className={style.title}>
        <IconHistory size={18} aria-hidden="true" />
        {t('sinceApproval.title')}
      </p>
      {changes.length === 0 ? <p>{t('sinceApproval.nothing')}</p> : <Differences list={changes} />}
    </section>
  )
}
