import { Button, Group, useComputedColorScheme } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { siteSettings } from '#contract/settings/site-settings.ts'
import { pageAccent } from '#contract/site/accent.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { queryClient } from '#web/api/query-client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { createTyped } from '#web/features/admin/shared/form/typed.ts'
import { withTyped } from '#web/features/admin/shared/form/with-typed.ts'
import { siteQuery } from '#web/features/admin/shared/live-site.ts'
import { Loaded, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import type { SettingsTab } from '#web/features/admin/shared/page/page-search.ts'
import { SettingsTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { BackupSection } from './backup-section.tsx'
import { ChangesSection } from './changes-section.tsx'
import { GallerySections } from './gallery-sections.tsx'
import { RulesSection, TechnicalSection } from './limits-section.tsx'
import { LookSection } from './look-section.tsx'
import { type ChannelProps, NotificationsSections } from './notifications-section.tsx'
import style from './page.module.css'
import { PlatformsSection } from './platforms-section.tsx'
import { type Changes, type SectionProps, type Settings, settingsForm, settingsQuery } from './settings-query.ts'
import { ConsentsSection, TextsSection } from './texts-section.tsx'

const onlySet = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

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

const useChanges = createTyped<Changes>({})

const Columns = ({ settings }: { readonly settings: Settings }) => {
  const [changes, setChanges] = useChanges()
  const isChanged = Object.keys(changes).length > 0
  useWindowEvent('beforeunload', (event) => isChanged && event.preventDefault())
  const { tab = 'look' } = useSearch({ from: '/admin/settings' })
  const form = settingsForm(settings, changes, (more) => setChanges((now) => onlySet(withTyped(now, more))))
  const Tab = tabs[tab]
  const saveChanges = async () => {
    const body = { ...form.changed(), revision: settings.revision }
    const saved = await adminCall('PATCH /api/admin/settings', { body })
    queryClient.setQueryData(settingsQuery.queryKey, saved)
    // What was typed meanwhile stays.
    setChanges((now) => (now === changes ? {} : now))
  }
  const discard = () => setChanges(() => ({}))
  const save = useAction({
    run: saveChanges,
    done: () => t('settings.saved'),
    failed: t('settings.failed'),
  })
  return (
    <div className={`stack ${style.columns}`}>
      <div className="page-sections">
        <Tab form={form} onSave={saveChanges} onReplaced={discard} />
        {isChanged && (
          <div className={`${style.bar} actions`}>
            <Button size="md" loading={save.isPending} onClick={() => save.mutate()}>
              {t('settings.save')}
            </Button>
            <Button size="md" variant="subtle" onClick={discard}>
              {t('settings.discard')}
            </Button>
          </div>
        )}
      </div>
      {(tab === 'look' || tab === 'texts') && <Preview form={form} />}
    </div>
  )
}

const tabs: Readonly<Record<SettingsTab, ComponentType<ChannelProps & { readonly onReplaced: () => void }>>> = {
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
  backup: ({ form, onReplaced }) => (
    <>
      <BackupSection form={form} />
      <ChangesSection settings={form.settings} onReplaced={onReplaced} />
    </>
  ),
  technical: TechnicalSection,
}

/** The upload page in a phone, as it will look. */
const Preview = ({ form: { settings, get } }: SectionProps) => {
  const colour = get('accentColour')
  const isColour = typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour)
  const { accent, ink } = pageAccent(useComputedColorScheme('light'), isColour ? colour : null)
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
