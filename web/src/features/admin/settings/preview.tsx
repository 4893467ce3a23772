import { onSite } from '#web/api/base-path.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { SectionProps } from './field-props.ts'
import style from './page.module.css'
import { settingOf } from './settings-query.ts'

/** Dark or light ink, whichever is easier to read on the colour. */
const inkOn = (colour: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? '#26231f' : '#ffffff'
}

/** The upload page in a phone, as it will look. */
export const Preview = ({ settings, changes }: Omit<SectionProps, 'onChange'>) => {
  const { t, i18n } = useTexts()
  const colour = settingOf(settings, changes, 'accentColour')
  const isColour = typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour)
  const button = isColour
    ? { background: colour, color: inkOn(colour) }
    : { background: 'var(--accent)', color: 'var(--on-accent)' }
  const welcome = settingOf(settings, changes, 'welcomeText')
  const language = i18n.language === 'de' ? 'de' : 'en'
  return (
    <aside aria-label={t('settings.preview')} className={style.preview}>
      <div className={style.phone}>
        <div className={style.name}>
          {settings.logo && <img src={onSite(settings.logo)} alt="" />}
          {settingOf(settings, changes, 'siteName') ?? 'Werkschau'}
        </div>
        <div>
          <p className={style.lead}>{welcome?.[language] ?? i18n.t('upload.lead')}</p>
          <p className={style.button} style={button}>
            {i18n.t('upload.choosePhotos')}
          </p>
        </div>
        <div className={style.foot}>
          {settingOf(settings, changes, 'contact') && <span>{i18n.t('app.contact')}</span>}
          {settingOf(settings, changes, 'imprint') && <span>{i18n.t('app.imprint')}</span>}
          {settingOf(settings, changes, 'privacy') && <span>{i18n.t('app.privacy')}</span>}
        </div>
      </div>
    </aside>
  )
}
