import { TextInput } from '@mantine/core'
import { type Dispatch, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupTextFields } from '#web/components/group-texts/group-text-fields.tsx'
import { type DraftChange, isValidYear, type Texts, yearRange } from './draft/draft.ts'
import style from './texts-section.module.css'

interface TextsSectionProps {
  readonly texts: Texts
  readonly change: Dispatch<DraftChange>
}

export const TextsSection = memo(({ texts, change }: TextsSectionProps) => {
  const { t } = useTranslation()
  const setText = (field: keyof Texts, value: string) => change({ type: 'text', field, value })
  const year = (
    <TextInput
      id="text-year"
      value={texts.year}
      onChange={(event) => setText('year', event.currentTarget.value)}
      label={t('texts.year')}
      error={!isValidYear(texts.year) && t('texts.yearInvalid', yearRange())}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
    />
  )
  return (
    <section aria-labelledby="texts-title" className={`stack ${style.section}`}>
      <div>
        <h2 id="texts-title">{t('texts.heading')}</h2>
        <p className={style.hint}>{t('texts.hint')}</p>
      </div>
      <GroupTextFields texts={texts} onText={setText} year={year} />
    </section>
  )
})
