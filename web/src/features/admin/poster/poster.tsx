import { QRCodeSVG } from 'qrcode.react'
import { site } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import type { AdminLanguage } from '#web/i18n/languages.ts'
import style from './poster.module.css'
import { posterWords } from './words.ts'

interface PosterProps {
  readonly language: AdminLanguage
  readonly heading: string
  readonly host: string
  readonly url: string
}

/** Without the scheme, as people read and type it. */
const readable = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** An address that does not fit into a line breaks at a dot or a slash. */
const breaking = (address: string) => address.replace(/[./]/g, '\u200b$&')
/** The largest size at which an address fits into its line. */
const lengthOf = ({ length }: string) => (length > 25 ? 'long' : length > 18 ? 'medium' : undefined)

/** A sheet A4 for the wall. All measures are millimetres of the paper, whatever size it is drawn in. */
export const Poster = ({ language, heading, host, url }: PosterProps) => {
  const words = posterWords[language]
  return (
    <article className={style.frame} lang={language}>
      <div className={style.sheet}>
        <div className={style.wall}>
          <EmptyFrames />
        </div>
        <div className={style.head}>
          <div className={style.sender}>
            {site.logo && <img className={style.logo} src={site.logo} alt="" />}
            <p className={style.host}>{host}</p>
          </div>
          <h2 className={style.heading} data-long={heading.length > 32 || undefined}>
            {heading}
          </h2>
        </div>
        <section className={style.way}>
          <QRCodeSVG className={style.code} value={url} level="Q" marginSize={0} title={readable(url)} role="img" />
          <div className={style.address}>
            <p>{words.scan}</p>
            <p className={style.url} data-length={lengthOf(readable(url))}>
              {breaking(readable(url))}
            </p>
          </div>
        </section>
        <ol className={style.steps}>
          {words.steps.map(({ title, text }, index) => (
            <li key={title}>
              <span className={style.number}>{index + 1}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={style.promise}>{words.promise}</p>
        <p className={style.removal}>
          <QRCodeSVG value={`${url}removal-requests`} level="M" marginSize={0} title={words.removal} role="img" />
          <span>
            {words.removal}
            <br />
            {breaking(`${readable(url)}/removal-requests`)}
          </span>
        </p>
      </div>
    </article>
  )
}
