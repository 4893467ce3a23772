import { Textarea, TextInput } from '@mantine/core'
import { type Dispatch, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import type { DraftChange, Texts } from './draft/draft.ts'
import { isValidYear, yearRange } from './draft/missing.ts'
import style from './texts-section.module.css'

interface TextsSectionProps {
  readonly texts: Texts
  readonly change: Dispatch<DraftChange>
}

const maxima = { title: limits.title, name: limits.name, description: limits.groupDescription }

export const TextsSection = memo(({ texts, change }: TextsSectionProps) => {
  const { t } = useTranslation()
  const field = (name: keyof Texts) => ({
    id: `text-${name}`,
    size: 'md',
    value: texts[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ type: 'text', field: name, value: event.currentTarget.value }),
  })
  const excess = (name: keyof typeof maxima) => {
    const over = characters(texts[name]) - maxima[name]
    return over > 0 && t('texts.tooLong', { count: over })
  }
  return (
    <section aria-labelledby="texts-title" className={style.section}>
      <div>
        <h2 id="texts-title">{t('texts.title')}</h2>
        <p className={style.hint}>{t('texts.hint')}</p>
      </div>
      <TextInput {...field('title')} label={t('texts.groupTitle')} error={excess('title')} autoComplete="off" />
      <div className={style.pair}>
        <TextInput {...field('name')} label={t('texts.name')} error={excess('name')} autoComplete="name" />
        <TextInput
          {...field('year')}
          label={t('texts.year')}
          error={!isValidYear(texts.year) && t('texts.yearInvalid', yearRange())}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
      </div>
      <Textarea
        {...field('description')}
        label={t('texts.description')}
        error={excess('description')}
        rows={3}
        classNames={{ input: style.description }}
      />
    </section>
  )
})
