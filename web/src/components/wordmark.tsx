import { Link } from '@tanstack/react-router'
import { site, siteName, uploadPath } from '#web/api/site.ts'

/** The name with its logo: a picture in its mat. Drawn a second time in index.html, so its styles are in base.css. */
export const Wordmark = ({ reload = false, name = siteName }: { reload?: boolean; name?: string }) => (
  <Link to={uploadPath as '/'} className={site.logo ? 'wordmark with-logo' : 'wordmark'} reloadDocument={reload}>
    {site.logo ? (
      <img src={site.logo} alt="" />
    ) : (
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect className="wordmark-frame" x="1.25" y="1.25" width="21.5" height="21.5" rx="2.5" />
        <rect className="wordmark-picture" x="6.5" y="6.5" width="11" height="11" rx="0.75" />
      </svg>
    )}
    {name}
  </Link>
)
