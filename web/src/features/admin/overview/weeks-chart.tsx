import { VisuallyHidden } from '@mantine/core'
import type { SystemOverview } from '#contract/monitoring.ts'
import { dayAndMonth, number, shortDate } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './weeks-chart.module.css'

const series = ['uploads', 'approvals', 'deletions'] as const

/** Steps of a scale from 0 that ends at or above the largest value. */
const scaleOf = (largest: number): number[] => {
  const rough = Math.max(1, largest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, index) => index * step)
}

/** Uploads, approvals and deletions by week; the same as a table for those who do not see it. */
export const WeeksChart = ({ weeks }: { weeks: SystemOverview['weeks'] }) => {
  const { t } = useTexts()
  const scale = scaleOf(Math.max(...weeks.flatMap((week) => series.map((name) => week[name]))))
  const top = scale.at(-1) ?? 1
  return (
    <div className={style.chart}>
      <ul className={style.legend} aria-hidden="true">
        {series.map((name) => (
          <li key={name} data-series={name}>
            {t(`overview.${name}`)}
          </li>
        ))}
      </ul>
      <div className={style.plot} aria-hidden="true">
        {scale.map((value) => (
          <div key={value} className={style.line} style={{ bottom: `${(100 * value) / top}%` }}>
            <span>{number(value)}</span>
          </div>
        ))}
        <ol className={style.weeks}>
          {weeks.map((week) => (
            <li key={week.monday}>
              {series.map((name) => (
                <span
                  key={name}
                  className={style.bar}
                  data-series={name}
                  title={`${t(`overview.${name}`)}, ${dayAndMonth(week.monday)}: ${number(week[name])}`}
                  style={{ height: `${(100 * week[name]) / top}%` }}
                />
              ))}
              <span className={style.label}>{dayAndMonth(week.monday)}</span>
            </li>
          ))}
        </ol>
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('overview.weeks')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('overview.weekFrom')}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {t(`overview.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.monday}>
                <th scope="row">{shortDate(`${week.monday}T12:00:00Z`)}</th>
                {series.map((name) => (
                  <td key={name}>{number(week[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}
