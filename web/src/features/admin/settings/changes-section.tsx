import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import type { SettingsFile } from '#contract/settings.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { FileButton } from '#web/components/photos/file-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { notifyError } from '#web/features/admin/shared/notices.tsx'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { settingLabel } from '#web/features/admin/texts/setting-label.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import type { SectionProps } from './settings-query.ts'

/** undefined for a file that is not JSON. */
const read = async (file: File): Promise<SettingsFile | undefined> => {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}

/** Undo of the last change, export and import. */
export const ChangesSection = ({ form: { settings, discard } }: SectionProps) => {
  const failed = t('settings.failed')
  const undo = useAction({
    run: () => adminCall('POST /api/admin/settings/undo'),
    onDone: discard,
    done: () => t('settings.saved'),
    failed,
  })
  const restore = useAction({
    run: (body: SettingsFile) => adminCall('POST /api/admin/settings/import', { body }),
    onDone: discard,
    done: ({ skipped }) => {
      const names = skipped.map((key) => settingLabel(key) ?? key).join(', ')
      return names === '' ? t('settings.saved') : `${t('settings.saved')} ${t('settings.skipped', { names })}`
    },
    failed,
  })
  const choose = async (file: File) => {
    if (file.size > settingLimits.fileBytes) {
      const size = formatBytes(settingLimits.fileBytes)
      return notifyError(t('settings.fileTooLarge', { file: file.name, size }))
    }
    const content = await read(file)
    if (content) restore.mutate(content)
    else notifyError(t('settings.noSettingsFile', { file: file.name }))
  }
  return (
    <Section id="changes" title={t('settings.changes')}>
      <p>
        <Link to="/admin/admin-audit" search={{ action: 'update_settings' }}>
          {t('settings.whoChanged')}
        </Link>
      </p>
      <div className="actions">
        <Button
          variant="default"
          disabled={settings.revision === '0'}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {t('settings.undo')}
        </Button>
        <Button variant="default" component="a" href={withBasePath('/api/admin/settings/export')} download>
          {t('settings.export')}
        </Button>
        <FileButton
          accept="application/json"
          variant="default"
          loading={restore.isPending}
          onFiles={([file]) => file && choose(file)}
        >
          {t('settings.import')}
        </FileButton>
      </div>
    </Section>
  )
}
