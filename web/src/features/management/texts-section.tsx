import { useTranslation } from 'react-i18next'
import { GroupTextFields } from '#web/components/group-texts/group-text-fields.tsx'
import { editedTexts } from './edits/edits.ts'
import type { EditsOnDevice } from './edits/use-edits.ts'
import groupStyle from './group-editor.module.css'
import type { ManagedGroup } from './managed-group.ts'
import { ReviewHint } from './review-hint.tsx'
import style from './texts-section.module.css'

interface TextsSectionProps extends EditsOnDevice {
  readonly group: ManagedGroup
}

export const TextsSection = ({ group, edits, edit }: TextsSectionProps) => {
  const { t } = useTranslation('management')
  return (
    <section aria-labelledby="texts-title" className={style.section}>
      <div>
        <h2 id="texts-title">{t('texts.title')}</h2>
        <p className={groupStyle.hint}>{t('texts.year', { year: group.year })}</p>
      </div>
      {group.isApproved && <ReviewHint>{t('review.texts')}</ReviewHint>}
      <GroupTextFields
        texts={editedTexts(group, edits)}
        onText={(field, value) => edit({ type: 'text', field, value })}
      />
    </section>
  )
}
