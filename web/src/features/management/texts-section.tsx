import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/components/announcer.tsx'
import { changedTexts, editedTexts, excess, type Texts } from './edits.ts'
import groupStyle from './group-editor.module.css'
import type { ManagedGroup } from './managed-group.ts'
import { saveTexts } from './mutations.ts'
import { ReviewHint } from './review-hint.tsx'
import { SaveBar } from './save-bar.tsx'
import style from './texts-section.module.css'
import type { EditsOnDevice } from './use-edits.ts'

interface TextsSectionProps extends EditsOnDevice {
  readonly token: string
  readonly group: ManagedGroup
}

export const TextsSection = ({ token, group, edits, edit }: TextsSectionProps) => {
  const { t } = useTranslation('management')
  const { t: tAll } = useTranslation()
  const texts = editedTexts(group, edits)
  const changed = changedTexts(group, edits)
  const save = useMutation({
    mutationFn: async () => {
      await saveTexts(token, changed)
      return t(group.isApproved ? 'save.savedReview' : 'save.saved')
    },
    onSuccess: (saved) => {
      edit({ type: 'discard', what: 'texts' })
      announce(saved)
    },
  })
  const field = (name: keyof Texts) => {
    const over = excess(name, texts[name])
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
      <SaveBar
        changes={Object.keys(changed).length > 0 ? [t('texts.changed')] : []}
        label={t('texts.save')}
        leadsToReview={group.isApproved}
        invalid={Object.entries(texts).some(([name, text]) => excess(name as keyof Texts, text) > 0)}
        saving={save.isPending}
        error={save.error}
        saved={save.data}
        onSave={() => save.mutate()}
        onDiscard={() => {
          save.reset()
          edit({ type: 'discard', what: 'texts' })
        }}
      />
    </section>
  )
}
