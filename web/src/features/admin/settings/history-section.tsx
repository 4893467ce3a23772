import { Button, FileButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { onSite } from '#web/api/base-path.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { historyQuery } from './settings-query.ts'

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
    run: async (file: File) => adminCall('POST /api/admin/settings/import', { body: JSON.parse(await file.text()) }),
    done: saved,
    failed,
  })
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
                  {dateTime(at)} · {by}: {settings.map(({ key }) => t(`settings.field.${key}` as never)).join(', ')}
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
        <Button variant="default" h={44} component="a" href={onSite('/api/admin/settings/export')} download>
          {t('settings.export')}
        </Button>
        <FileButton accept="application/json" onChange={(file) => file && restore.mutate(file)}>
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
