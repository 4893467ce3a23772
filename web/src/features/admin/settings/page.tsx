import { Button, Group, useComputedColorScheme } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { siteSettings } from '#contract/settings/site-settings.ts'
import { pageAccent } from '#contract/site/accent.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { queryClient } from '#web/api/query-client.ts'
import { siteQuery } from '#web/features/admin/shared/live-site.ts'
import { Loaded, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import type { SettingsTab } from '#web/features/admin/shared/page/page-search.ts'
import { SettingsTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { BackupSection } from './backup-section.tsx'
import { ChangesSection } from './changes-section.tsx'
import { GallerySections } from './gallery-sections.tsx'
import { RulesSection, TechnicalSection } from './limits-section.tsx'
import { isColour, LookSection } from './look-section.tsx'
import { NotificationsSections } from './notifications-section.tsx'
import style from './page.module.css'
import { PlatformsSection } from './platforms-section.tsx'
import { type SectionProps, type Settings, settingsQuery, useSettingsForm } from './settings-query.ts'
import { ConsentsSection, TextsSection } from './texts-section.tsx'

/** What the operator sets without a restart (D75). */
export const SettingsPage = () => {
  const query = useQuery(settingsQuery)
  const revision = query.data?.revision
  useEffect(() => {
    if (revision !== undefined) void queryClient.refetchQueries({ queryKey: siteQuery.queryKey })
  }, [revision])
  return (
    <div className={style.page}>
      <SettingsTabs />
      <PageTitle title={t('nav.settings')} text={t('settings.text')} />
      <Loaded query={query} placeholder={480}>
        {(settings) => <Columns settings={settings} />}
      </Loaded>
    </div>
  )
}

const Columns = ({ settings }: { readonly settings: Settings }) => {
  const form = useSettingsForm(settings)
  const { changes, error, save } = form
  const isChanged = Object.keys(changes).length > 0
  useWindowEvent('beforeunload', (event) => isChanged && event.preventDefault())
  const { tab = 'look' } = useSearch({ from: '/admin/settings' })
  const Tab = tabs[tab]
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  return (
    <div className={`stack ${style.columns}`}>
      <div className="page-sections">
        <Tab form={form} />
        {isChanged && (
          <div className={`${style.bar} actions`}>
            <Button size="md" loading={save.isPending} onClick={() => save.mutate(changes)}>
              {t('settings.save')}
            </Button>
            <Button size="md" variant="subtle" onClick={form.discard}>
              {t('settings.discard')}
            </Button>
          </div>
        )}
      </div>
      {(tab === 'look' || tab === 'texts') && <Preview form={form} />}
    </div>
  )
}

const tabs: Readonly<Record<SettingsTab, ComponentType<SectionProps>>> = {
  look: LookSection,
  texts: TextsSection,
  consents: (props) => (
    <>
      <ConsentsSection {...props} />
      <GallerySections {...props} />
    </>
  ),
  platforms: PlatformsSection,
  rules: RulesSection,
  notifications: NotificationsSections,
  backup: (props) => (
    <>
      <BackupSection {...props} />
      <ChangesSection {...props} />
    </>
  ),
  technical: TechnicalSection,
}

/** The upload page in a phone, as it will look. */
const Preview = ({ form: { settings, get } }: SectionProps) => {
  const colour = get('accentColour') ?? ''
  const { accent, ink } = pageAccent(useComputedColorScheme('light'), isColour(colour) ? colour : null)
  const welcome = get('welcomeText')
  const language = i18n.language === 'de' ? 'de' : 'en'
  return (
    <aside aria-label={t('settings.preview')} className={style.preview}>
      <div className={style.phone}>
        <div className={style.name}>
          {settings.logo && <img src={withBasePath(settings.logo)} alt="" />}
          {get('siteName') ?? siteSettings.siteName.default}
        </div>
        <div>
          <p className={`soft ${style.lead}`}>{welcome?.[language] ?? i18n.t('upload.lead')}</p>
          <p className={style.button} style={{ background: accent, color: ink }}>
            {i18n.t('upload.choosePhotos')}
          </p>
        </div>
        <Group gap="4px 16px" fz={13}>
          {get('contact') && <span>{i18n.t('app.contact')}</span>}
          {get('imprint') && <span>{i18n.t('app.imprint')}</span>}
          {get('privacy') && <span>{i18n.t('app.privacy')}</span>}
        </Group>
      </div>
    </aside>
  )
}
