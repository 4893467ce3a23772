import type { Overview } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { BarChart } from './bar-chart.tsx'

const shown = ['uploads', 'approvals', 'deletions'] as const

/** Uploads, approvals and deletions by week. */
export const WeeksChart = ({ weeks }: { weeks: Overview['weeks'] }) => {
  const { t } = useTexts()
  return (
    <BarChart
      caption={t('overview.weeks')}
      weeks={weeks.map(({ monday }) => monday)}
      series={shown.map((key) => ({ key, name: t(`overview.${key}`), values: weeks.map((week) => week[key]) }))}
      unit={1}
      format={number}
    />
  )
}
