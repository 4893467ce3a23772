import type { ReactNode } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { site } from '#web/api/site.ts'
import { ColorSchemeSwitch } from '#web/components/color-scheme-switch.tsx'
import { MyUploadsButton } from '#web/components/my-uploads/my-uploads-button.tsx'
import { Wordmark } from '#web/components/wordmark.tsx'
import { i18n, t } from '#web/i18n/i18n.ts'
import { languageNames, languages } from '#web/i18n/languages.ts'
import { changeLanguage, offeredLanguages } from '#web/i18n/texts.ts'
import style from './page-frame.module.css'

/** From the document, where the server writes it (CONTACT_URL). */
const contact = document.querySelector<HTMLMetaElement>('meta[name=contact]')?.content

const removalRequests = withBasePath('/removal-requests')

/** The operator's own pages are in several languages, too; another address is opened unchanged. */
const inLanguage = (address: string, language: string): string =>
  address.startsWith('/') ? `${address}?lang=${language}` : address

/** Head and one column: the frame of the visitors' pages. */
export const PageFrame = ({ children }: { children: ReactNode }) => (
  <>
    <a className={`screen-only ${style.skip}`} href="#content">
      {t('app.skip')}
    </a>
    <header className="page-head">
      <Wordmark />
      <div className={`row ${style.switches}`}>
        <MyUploadsButton />
        <LanguageSelect />
        <ColorSchemeSwitch />
      </div>
    </header>
    <main id="content" className="page-column" tabIndex={-1}>
      {children}
    </main>
    <footer className={`soft screen-only ${style.contact}`}>
      {window.location.pathname !== removalRequests && <a href={removalRequests}>{t('app.removal')}</a>}
      {contact && (
        <span>
          {t('app.contactText')} <a href={contact}>{t('app.contact')}</a>
        </span>
      )}
      {site.imprint && <a href={inLanguage(site.imprint, i18n.language)}>{t('app.imprint')}</a>}
      {site.privacy && <a href={inLanguage(site.privacy, i18n.language)}>{t('app.privacy')}</a>}
    </footer>
  </>
)

const offered = offeredLanguages()

/** The languages of the visitors' pages, each in its own. */
const LanguageSelect = () => {
  if (offered.length < 2) return null
  const choose = (value: string) => {
    const language = languages.find((each) => each === value)
    if (language) void changeLanguage(language)
  }
  return (
    <span className={style.language} data-code={i18n.language}>
      <select
        className={style.select}
        aria-label={t('app.language')}
        value={i18n.language}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {offered.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </span>
  )
}
