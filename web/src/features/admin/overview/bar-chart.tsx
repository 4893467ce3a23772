import { VisuallyHidden } from '@mantine/core'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { dayAndMonth, number, shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import style from './bar-chart.module.css'

interface Series {
  /** Its colour in the style sheet. */
  readonly key: 'uploads' | 'approvals' | 'deletions' | 'stored'
  readonly name: string
  /** One for each week. */
  readonly values: readonly number[]
}

interface BarChartProps {
  readonly caption: string
  /** Mondays, `YYYY-MM-DD`. */
  readonly weeks: readonly string[]
  readonly series: readonly Series[]
  /** The unit of which a step of the scale is a round number, such as a megabyte. */
  readonly unit: number
  readonly format: (value: number) => string
}

/** Steps of a scale from 0 that ends at or above the largest value. */
const scaleOf = (largest: number): number[] => {
  const rough = Math.max(1, largest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, index) => index * step)
}

/** Bars by week; the same data as a table for those who cannot see it. */
const BarChart = (props: BarChartProps) => {
  const { series } = props
  return (
    <div className={`stack ${style.chart}`}>
      {series.length > 1 && (
        <ul className={`soft ${style.legend}`} aria-hidden="true">
          {series.map(({ key, name }) => (
            <li key={key} data-series={key}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <Plot {...props} />
      <VisuallyHidden>
        <ValueTable {...props} />
      </VisuallyHidden>
    </div>
  )
}

const Plot = ({ weeks, series, unit, format }: BarChartProps) => {
  const scale = scaleOf(Math.max(...series.flatMap(({ values }) => values)) / unit).map((step) => step * unit)
  const top = scale.at(-1) ?? 1
  return (
    <div className={style.plot} aria-hidden="true" data-wide={unit > 1 || undefined}>
      {scale.map((value) => (
        <div key={value} className={style.line} style={{ bottom: `${(100 * value) / top}%` }}>
          <span>{format(value)}</span>
        </div>
      ))}
      <ol className={style.weeks}>
        {weeks.map((monday, week) => (
          <li key={monday}>
            {series.map(({ key, name, values }) => (
              <span
                key={key}
                className={style.bar}
                data-series={key}
                title={`${name}, ${dayAndMonth(monday)}: ${format(values[week] ?? 0)}`}
                style={{ height: `${(100 * (values[week] ?? 0)) / top}%` }}
              />
            ))}
            <span className={`soft ${style.label}`}>{dayAndMonth(monday)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const ValueTable = ({ caption, weeks, series, format }: BarChartProps) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{t('overview.weekFrom')}</th>
        {series.map(({ key, name }) => (
          <th key={key} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map((monday, week) => (
        <tr key={monday}>
          <th scope="row">{shortDate(`${monday}T12:00:00Z`)}</th>
          {series.map(({ key, values }) => (
            <td key={key}>{format(values[week] ?? 0)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const shown = ['uploads', 'approvals', 'deletions'] as const

/** Uploads, approvals and deletions by week. */
export const WeeksChart = ({ weeks }: { weeks: Overview['weeks'] }) => (
  <BarChart
    caption={t('overview.weeks')}
    weeks={weeks.map(({ monday }) => monday)}
    series={shown.map((key) => ({ key, name: t(`overview.${key}`), values: weeks.map((week) => week[key]) }))}
    unit={1}
    format={number}
  />
)

/** The growth of the space that the photos take. */
export const StorageChart = ({ weeks }: { weeks: Overview['weeks'] }) => {
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
