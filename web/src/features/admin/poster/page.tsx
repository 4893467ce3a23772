import { TextInput } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { QRCodeSVG } from 'qrcode.react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { site } from '#web/api/site.ts'
import { uploadSettings } from '#web/api/upload-settings.ts'
import { breaking, withoutScheme } from '#web/components/address.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { createLocalStore } from '#web/components/local-store.ts'
import { Note } from '#web/components/note.tsx'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { mainExhibition, useOwnExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { Choice } from '#web/features/admin/shared/form/form.tsx'
import { useSite } from '#web/features/admin/shared/live-site.ts'
import { Loaded, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { recordPrinted } from '#web/features/admin/shared/poster-printed.ts'
import { overview } from '#web/features/admin/shared/queries.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { type AdminLanguage, adminLanguages, languageNames } from '#web/i18n/languages.ts'
import { startAdminLanguage } from '#web/i18n/texts.ts'
import style from './page.module.css'
import { posterWords } from './words.ts'

interface Edited {
  readonly language: AdminLanguage
  /** Absent while it is the suggested one. */
  readonly heading?: string
  readonly host?: string
}
const edits = createLocalStore<Edited>('werkschau-poster', { language: startAdminLanguage() })

/** Without the browser's margins, in which it would print date and address, and nothing but the sheet. */
const paper = `
  @page { size: A4 portrait; margin: 0 }
  @media print {
    html, body { min-height: 0 !important; height: 297mm; overflow: hidden }
    #root header { display: none !important }
  }`

/** What was typed, else what is suggested in that language. */
const usePosterTexts = () => {
  const edited = useSelector(edits)
  const { name } = useSite()
  const {
    language,
    heading = posterWords[language].heading,
    host = site.named ? name : posterWords[language].host,
  } = edited
  return { language, heading, host, edit: (change: Partial<Edited>) => edits.set({ ...edited, ...change }) }
}

/** A poster for the wall, with the way to the upload page. */
export const PosterPage = () => {
  const settings = useQuery(uploadSettings)
  const { edit, ...texts } = usePosterTexts()
  const own = useOwnExhibitions()
  const home = own.some(({ slug }) => slug === mainExhibition) ? undefined : own[0]?.slug
  const { exhibition = home } = useSearch({ from: '/admin/poster' })
  const path = exhibition === undefined ? '' : `e/${exhibition}`
  const url = settings.data?.uploadUrl
  const print = () => {
    recordPrinted()
    window.print()
  }
  return (
    <>
      <style>{paper}</style>
      <div className="screen-only">
        <PageTitle title={t('poster.title')} text={t('poster.text')} />
      </div>
      <div className={`stack ${style.page}`}>
        <div className={`section screen-only ${style.form}`}>
          <Choice
            label={t('poster.language')}
            value={texts.language}
            values={adminLanguages}
            textOf={(each) => languageNames[each]}
            onChange={(language) => edit({ language })}
          />
          <TextInput
            label={t('poster.host')}
            maxLength={60}
            value={texts.host}
            onChange={({ currentTarget: { value } }) => edit({ host: value })}
          />
          <TextInput
            label={t('poster.heading')}
            maxLength={80}
            value={texts.heading}
            onChange={({ currentTarget: { value } }) => edit({ heading: value })}
          />
          {url !== undefined && isOwnMachine(url) && <Unreachable url={url} />}
          <ActionButton
            mr="auto"
            size="md"
            variant="filled"
            Icon={IconPrinter}
            disabled={url === undefined}
            onClick={print}
          >
            {t('poster.print')}
          </ActionButton>
        </div>
        <Loaded query={settings} placeholder={600}>
          {({ uploadUrl }) => <Poster {...texts} url={uploadUrl} path={path} />}
        </Loaded>
      </div>
    </>
  )
}

/** Says that phones cannot reach the address of the code, and what to set. */
const Unreachable = ({ url }: { readonly url: string }) => {
  const isAdmin = useAdmin()?.role === 'admin'
  const { data } = useQuery({ ...overview, enabled: isAdmin })
  const proposed = data?.reached.proposedUrls.join(', ') ?? ''
  return (
    <Note kind="warning" title={t('check.ownMachine', { url })}>
      {proposed === '' ? t('check.ownMachineText') : t('check.ownMachineProposal', { proposed })}
    </Note>
  )
}

interface PosterProps {
  readonly language: AdminLanguage
  readonly heading: string
  readonly host: string
  /** Of the site. */
  readonly url: string
  /** Of the upload page below it; empty for the first exhibition's. */
  readonly path: string
}

/** The largest size at which an address fits into its line. */
const lengthOf = ({ length }: string) => (length > 25 ? 'long' : length > 18 ? 'medium' : undefined)

/** To the upload page: a code for phones, the address for those who type. */
const Way = ({ url, scan }: { readonly url: string; readonly scan: string }) => {
  const address = withoutScheme(url)
  return (
    <section className={style.way}>
      <QRCodeSVG className={style.code} value={url} level="Q" marginSize={0} title={address} />
      <div className={style.address}>
        <p>{scan}</p>
        <p className={style.url} data-length={lengthOf(address)}>
          {breaking(address)}
        </p>
      </div>
    </section>
  )
}

/** A sheet A4 for the wall. All measures are millimetres of the paper, whatever size it is drawn in. */
const Poster = ({ language, heading, host, url, path }: PosterProps) => {
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
            <p className={`one-line ${style.host}`}>{host}</p>
          </div>
          <h2 className={style.heading} data-long={heading.length > 32 || undefined}>
            {heading}
          </h2>
        </div>
        <Way url={url + path} scan={words.scan} />
        <ol className={style.steps}>
          {words.steps.map(({ title, text }, index) => (
            <li key={title}>
              <span className={`centred ${style.number}`}>{index + 1}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={style.promise}>{words.promise}</p>
        <p className={style.removal}>
          <QRCodeSVG value={`${url}removal-requests`} level="M" marginSize={0} title={words.removal} />
          <span>
            {words.removal}
            <br />
            {breaking(`${withoutScheme(url)}/removal-requests`)}
          </span>
        </p>
      </div>
    </article>
  )
}
