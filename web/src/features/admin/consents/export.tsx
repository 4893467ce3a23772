import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { urlOf } from '#web/api/client.ts'
import { DownloadButton } from '#web/features/admin/shared/action-button.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { Section } from '#web/features/admin/shared/section.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

const states = [
  ['', 'all'],
  ['true', 'approved'],
  ['false', 'pending'],
] as const

/** The consents of the list's groups as a file. The browser downloads it itself: it may be long. */
export const Export = ({ filter }: { readonly filter: Readonly<Record<string, unknown>> }) => {
  const { t } = useTexts()
  const [year, setYear] = useState('')
  const [approved, setApproved] = useState('')
  const valid = year === '' || /^\d{1,4}$/.test(year)
  const href = (format: 'csv' | 'json') =>
    urlOf('/api/admin/consents/export', {
      query: { format, ...filter, ...(valid && year !== '' && { year }), ...(approved !== '' && { approved }) },
    })
  return (
    <Section id="export" title={t('export.title')}>
      <p className={section.soft}>{t('export.text')}</p>
      <div className={section.fields}>
        <TextInput
          label={t('export.year')}
          inputMode="numeric"
          maxLength={4}
          value={year}
          error={!valid && t('export.yearInvalid')}
          onChange={(event) => setYear(event.currentTarget.value.trim())}
        />
        <NativeSelect
          label={t('export.state')}
          value={approved}
          data={states.map(([value, name]) => ({ value, label: t(`moderation.status.${name}`) }))}
          onChange={(event) => setApproved(event.currentTarget.value)}
        />
      </div>
      <div className={section.actions}>
        <DownloadButton href={href('csv')} download="consents.csv" variant="filled">
          {t('export.csv')}
        </DownloadButton>
        <DownloadButton href={href('json')} download="consents.json">
          {t('export.json')}
        </DownloadButton>
      </div>
    </Section>
  )
}
