import type { SystemOverview } from '#contract/overview.ts'
import { bytes } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { BarChart } from './bar-chart.tsx'

/** How the room grew that the photos take. */
export const StorageChart = ({ weeks }: { weeks: SystemOverview['weeks'] }) => {
  const { t } = useTexts()
  const values = weeks.map(({ storedBytes }) => storedBytes)
  return (
    <BarChart
      caption={t('overview.storage')}
      weeks={weeks.map(({ monday }) => monday)}
      series={[{ key: 'stored', name: t('overview.stored'), values }]}
      unit={1024 ** Math.max(1, Math.floor(Math.log2(Math.max(1, ...values)) / 10))}
      format={bytes}
    />
  )
}
