import style from './stat-row.module.css'

/** A few numbers with their names. */
export const StatRow = ({ stats }: { stats: readonly (readonly [name: string, value: string])[] }) => (
  <dl className={style.row}>
    {stats.map(([name, value]) => (
      <div key={name} className="sheet">
        <dt className="soft">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
