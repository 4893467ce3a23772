import type { Overview } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { BarChart } from './bar-chart.tsx'

/** The growth of the space that the photos take. */
export const StorageChart = ({ weeks }: { weeks: Overview['weeks'] }) => {
  const { t } = useTexts()
  const values = weeks.map(({ storedBytes }) => storedBytes)
  return (
    <BarChart
      caption={t('overview.storage')}
      weeks={weeks.map(({ monday }) => monday)}
      series={[{ key: 'stored', name: t('overview.stored'), values }]}
      unit={1_000 ** Math.max(1, Math.floor(Math.log10(Math.max(1, ...values)) / 3))}
      format={formatBytes}
    />
  )
}
