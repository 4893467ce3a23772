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
        <StateSelect value={approved} onChange={setApproved} />
      </div>
      <div className={section.actions}>
        <Download format="csv" href={href('csv')} variant="filled" />
        <Download format="json" href={href('json')} variant="default" />
      </div>
    </section>
  )
}

const StateSelect = ({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) => {
  const { t } = useTexts()
  return (
    <NativeSelect
      size="md"
      label={t('export.state')}
      value={value}
      data={[
        { value: '', label: t('moderation.status.all') },
        { value: 'true', label: t('moderation.status.approved') },
        { value: 'false', label: t('moderation.status.pending') },
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface DownloadProps {
  readonly format: 'csv' | 'json'
  readonly href: string
  readonly variant: 'filled' | 'default'
}

const Download = ({ format, href, variant }: DownloadProps) => {
  const { t } = useTexts()
  return (
    <Button
      component="a"
      href={href}
      download={`consents.${format}`}
      h={44}
      variant={variant}
      leftSection={<IconDownload size={18} />}
    >
      {t(`export.${format}`)}
    </Button>
  )
}
