import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { charactersOver, editedTexts, type Texts } from './edits/edits.ts'
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
  const { t: tAll } = useTranslation()
  const texts = editedTexts(group, edits)
  const field = (name: keyof Texts) => {
    const over = charactersOver(name, texts[name])
    return {
      id: `text-${name}`,
      size: 'md',
      value: texts[name],
      error: over > 0 && tAll('texts.tooLong', { count: over }),
      onChange: (event: { currentTarget: { value: string } }) =>
        edit({ type: 'text', field: name, value: event.currentTarget.value }),
    }
  }
  return (
    <section aria-labelledby="texts-title" className={style.section}>
      <div>
        <h2 id="texts-title">{t('texts.title')}</h2>
        <p className={groupStyle.hint}>{t('texts.year', { year: group.year })}</p>
      </div>
      {group.isApproved && <ReviewHint>{t('review.texts')}</ReviewHint>}
      <TextInput {...field('title')} label={tAll('texts.groupTitle')} autoComplete="off" />
      <TextInput {...field('name')} label={tAll('texts.name')} autoComplete="name" />
      <Textarea
        {...field('description')}
        label={tAll('texts.description')}
        rows={3}
        classNames={{ input: style.description }}
      />
    </section>
  )
}
