import { Link } from '@tanstack/react-router'
import style from './wordmark.module.css'

/** The name with its sign: a picture in its mat. */
export const Wordmark = () => (
  <Link to="/" className={style.mark}>
    <svg className={style.sign} viewBox="0 0 24 24" aria-hidden="true">
      <rect className={style.frame} x="1.25" y="1.25" width="21.5" height="21.5" rx="2.5" />
      <rect className={style.picture} x="6.5" y="6.5" width="11" height="11" rx="0.75" />
    </svg>
    Werkschau
  </Link>
)
