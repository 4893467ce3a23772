import style from './figure-row.module.css'

/** A few numbers with their names. */
export const FigureRow = ({ figures }: { figures: readonly (readonly [name: string, value: string])[] }) => (
  <dl className={style.row}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
