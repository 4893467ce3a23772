import type { Overview } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './consent-bars.module.css'

interface ConsentBarsProps {
  readonly consents: Overview['consents']
  /** All of them: the length of a whole bar. */
  readonly groups: number
}

/** How many groups may be shown where. The figures are written beside the bars. */
export const ConsentBars = ({ consents, groups }: ConsentBarsProps) => {
  const { t } = useTexts()
  const rows = [
    { key: 0, name: t('consents.workshop'), inForce: consents.workshop, revoked: 0 },
    ...consents.platforms.map(({ platformId, displayName, inForce, revoked }) => ({
      key: platformId,
      name: displayName,
      inForce,
      revoked,
    })),
  ]
  const share = (count: number) => ({ width: `${groups > 0 ? (100 * count) / groups : 0}%` })
  return (
    <ul className={style.rows}>
      {rows.map(({ key, name, inForce, revoked }) => (
        <li key={key}>
          <p>
            <strong>{name}</strong>
            <span className={style.count}>
              {t('overview.inForce', { count: inForce, formatted: number(inForce) })}
              {revoked > 0 && `, ${t('overview.revoked', { count: revoked, formatted: number(revoked) })}`}
            </span>
          </p>
          <div className={style.track} aria-hidden="true">
            <span className={style.part} style={share(inForce)} />
            <span className={style.part} data-revoked style={share(revoked)} />
          </div>
        </li>
      ))}
    </ul>
  )
}
