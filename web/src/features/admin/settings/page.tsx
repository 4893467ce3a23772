import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { siteQuery } from '#web/features/admin/shared/live-site.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { ChangesSection } from './changes-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { LookSection } from './look-section.tsx'
import style from './page.module.css'
import { PlatformsSection } from './platforms-section.tsx'
import { Preview } from './preview.tsx'
import { type Changes, settingsQuery } from './settings-query.ts'
import { TextsSection } from './texts-section.tsx'

/** What the operator sets without a restart (D75). */
export const SettingsPage = () => {
  const { t } = useTexts()
  const query = useQuery(settingsQuery)
  const [changes, setChanges] = useState<Changes>({})
  const client = useQueryClient()
  const revision = query.data?.revision
  useEffect(() => {
    if (revision !== undefined) void client.refetchQueries({ queryKey: siteQuery.queryKey })
  }, [client, revision])
  const onChange = (more: Changes) => setChanges((now) => ({ ...now, ...more }))
  return (
    <div className={style.page}>
      <PageTitle title={t('nav.settings')} text={t('settings.text')} />
      <Loaded query={query} placeholder={480}>
        {(settings) => (
          <div className={style.columns}>
            <div className={section.sections}>
              <LookSection settings={settings} changes={changes} onChange={onChange} />
              <TextsSection settings={settings} changes={changes} onChange={onChange} />
              <LimitsSection settings={settings} changes={changes} onChange={onChange} />
              <PlatformsSection />
              <ChangesSection settings={settings} onReplaced={() => setChanges({})} />
              <SaveBar changes={changes} onSaved={() => setChanges({})} />
            </div>
            <Preview settings={settings} changes={changes} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

const SaveBar = ({ changes, onSaved }: { changes: Changes; onSaved: () => void }) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const save = useAction({
    run: async () => {
      const saved = await adminCall('PATCH /api/admin/settings', { body: changes })
      client.setQueryData(settingsQuery.queryKey, saved)
    },
    done: () => {
      onSaved()
      return t('settings.saved')
    },
    failed: t('settings.failed'),
  })
  if (Object.keys(changes).length === 0) return null
  return (
    <div className={`${style.bar} ${section.actions}`}>
      <Button size="md" loading={save.isPending} onClick={() => save.mutate()}>
        {t('settings.save')}
      </Button>
      <Button size="md" variant="subtle" onClick={onSaved}>
        {t('settings.discard')}
      </Button>
    </div>
  )
}
