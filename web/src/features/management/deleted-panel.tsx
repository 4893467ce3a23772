import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { Panel } from '#web/components/panel.tsx'
import { dayAndTime } from '#web/i18n/format.ts'
import style from './deleted-panel.module.css'
import type { ManagedGroup } from './managed-group.ts'
import type { Deleted } from './mutations.ts'

/** What was deleted and when: the last view of the group. */
export const DeletedPanel = ({ group, deleted }: { group: ManagedGroup; deleted: Deleted }) => {
  const { t, i18n } = useTranslation('management')
  const { groupId, imagesDeleted, deletionTimestamp } = deleted
  const online = group.socialMediaConsents.filter(({ consented, revoked }) => consented && !revoked)
  const names = new Intl.ListFormat(i18n.language).format(online.map(({ displayName }) => displayName))
  return (
    <Panel
      title={t('remove.doneTitle')}
      icon={
        <span className={style.tick} aria-hidden="true">
          <IconCheck size={36} stroke={2.5} />
        </span>
      }
    >
      <p className={style.done}>
        {t('remove.done', { count: imagesDeleted, date: dayAndTime(deletionTimestamp) })} {t('remove.doneLink')}
      </p>
      {online.length > 0 && <p>{t('remove.doneOnline', { names })}</p>}
      <p className={style.reference}>{t('remove.reference', { id: groupId })}</p>
      <div>
        <Button component="a" href={withBasePath('/')} variant="default" size="md" mih={44}>
          {t('remove.send')}
        </Button>
      </div>
    </Panel>
  )
}
