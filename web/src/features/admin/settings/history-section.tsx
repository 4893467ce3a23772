import { Button, FileButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import type { SettingKey } from '#contract/settings/setting-values.ts'
import type { SettingsFile } from '#contract/settings.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { notifyError } from '#web/features/admin/shared/notices.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { ChangedValues } from './changed-values.tsx'
import style from './page.module.css'
import { historyQuery } from './settings-query.ts'

/** undefined for a file that is not JSON. */
const read = async (file: File): Promise<SettingsFile | undefined> => {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}

/** Who changed what, with undo of the last change, export and import. */
export const HistorySection = ({ onReplaced }: { onReplaced: () => void }) => {
  const { t } = useTexts()
  const history = useQuery(historyQuery)
  const saved = () => {
    onReplaced()
    return t('settings.saved')
  }
  const failed = t('settings.failed')
  const undo = useAction({ run: () => adminCall('POST /api/admin/settings/undo'), done: saved, failed })
  const restore = useAction({
    run: (body: SettingsFile) => adminCall('POST /api/admin/settings/import', { body }),
    done: ({ skipped }) => {
      const names = skipped.map((key) => t(`settings.field.${key as SettingKey}`)).join(', ')
      return names === '' ? saved() : `${saved()} ${t('settings.skipped', { names })}`
    },
    failed,
  })
  const choose = async (file: File | null) => {
    if (file && file.size > settingLimits.fileBytes) {
      const size = formatBytes(settingLimits.fileBytes)
      return notifyError(t('settings.fileTooLarge', { file: file.name, size }))
    }
    const settings = file && (await read(file))
    if (settings) restore.mutate(settings)
    else if (file) notifyError(t('settings.noSettingsFile', { file: file.name }))
  }
  return (
    <section aria-labelledby="history-title" className={`${section.paper} ${section.section}`}>
      <h2 id="history-title">{t('settings.history')}</h2>
      <Loaded query={history} placeholder={120}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p className={section.soft}>{t('settings.noHistory')}</p>
          ) : (
            <ul className={style.history}>
              {changes.slice(0, 20).map(({ revision, at, by, settings }) => (
                <li key={revision}>
                  <p className={section.soft}>
                    {dateTime(at)} · {by}
                  </p>
                  {settings.map(({ key, before, after }) => (
                    <p key={key}>
                      <ChangedValues name={key} before={before} after={after} />
                    </p>
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className={section.actions}>
        <Button
          variant="default"
          h={44}
          disabled={history.data?.changes.length === 0}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {t('settings.undo')}
        </Button>
        <Button variant="default" h={44} component="a" href={withBasePath('/api/admin/settings/export')} download>
          {t('settings.export')}
        </Button>
        <FileButton accept="application/json" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" h={44} loading={restore.isPending}>
              {t('settings.import')}
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  )
}
