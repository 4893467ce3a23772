import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { urlOf } from '#web/api/client.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'

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
    <section className={`${section.section} ${section.paper}`} aria-labelledby="export-title">
      <h2 id="export-title">{t('export.title')}</h2>
      <p className={section.soft}>{t('export.text')}</p>
      <div className={section.fields}>
        <TextInput
          size="md"
          label={t('export.year')}
          inputMode="numeric"
          maxLength={4}
          value={year}
          error={!valid && t('export.yearInvalid')}
          onChange={(event) => setYear(event.currentTarget.value.trim())}
        />
        <NativeSelect
          size="md"
          label={t('export.state')}
          value={approved}
          data={[
            { value: '', label: t('moderation.status.all') },
            { value: 'true', label: t('moderation.status.approved') },
            { value: 'false', label: t('moderation.status.pending') },
          ]}
          onChange={(event) => setApproved(event.currentTarget.value)}
        />
      </div>
      <div className={section.actions}>
        <Button
          component="a"
          href={href('csv')}
          download="consents.csv"
          h={44}
          leftSection={<IconDownload size={18} />}
        >
          {t('export.csv')}
        </Button>
        <Button
          component="a"
          href={href('json')}
          download="consents.json"
          h={44}
          variant="default"
          leftSection={<IconDownload size={18} />}
        >
          {t('export.json')}
        </Button>
      </div>
    </section>
  )
}
