import { useComputedColorScheme } from '@mantine/core'
import { siteSettings } from '#contract/settings/site-settings.ts'
import { pageAccent } from '#contract/site/accent.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { SectionProps } from './field-props.ts'
import style from './page.module.css'
import { settingOf } from './settings-query.ts'

/** The upload page in a phone, as it will look. */
export const Preview = ({ settings, changes }: Omit<SectionProps, 'onChange'>) => {
  const { t, i18n } = useTexts()
  const colour = settingOf(settings, changes, 'accentColour')
  const isColour = typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour)
  const { accent, ink } = pageAccent(useComputedColorScheme('light'), isColour ? colour : null)
  const welcome = settingOf(settings, changes, 'welcomeText')
  const language = i18n.language === 'de' ? 'de' : 'en'
  return (
    <aside aria-label={t('settings.preview')} className={style.preview}>
      <div className={style.phone}>
        <div className={style.name}>
          {settings.logo && <img src={withBasePath(settings.logo)} alt="" />}
          {settingOf(settings, changes, 'siteName') ?? siteSettings.siteName.default}
        </div>
        <div>
          <p className={style.lead}>{welcome?.[language] ?? i18n.t('upload.lead')}</p>
          <p className={style.button} style={{ background: accent, color: ink }}>
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
