import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { backupSchedules, backupSettings } from '#contract/settings/backup-settings.ts'
import { BackupNow, backupsQuery } from '#web/features/admin/overview/backup-now.tsx'
import { Choice } from '#web/features/admin/shared/form/choice.tsx'
import section from '#web/features/admin/shared/page/section.module.css'
import { Section } from '#web/features/admin/shared/page/section.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { NumberFields } from './limits-section.tsx'
import { type SectionProps, settingOf, useFieldProps } from './settings-query.ts'

/** When and where the service makes its backups, and how the last ones went (D88). */
export const BackupSection = (props: SectionProps) => {
  const { settings, changes, onChange } = props
  const { t } = useTexts()
  const field = useFieldProps({ settings })
  const made = useQuery(backupsQuery).data
  return (
    <Section id="backup" title={t('settings.tabs.backup')}>
      {made && (
        <>
          {made.isSameDisk && (
            <p className="soft">
              {t('check.sameDisk')}. {t('check.sameDiskText')}
            </p>
          )}
          <BackupNow />
          <ScheduleFields {...props} />
          <NumberFields {...props} keys={['backupsKept']} />
          <TextInput
            {...field('backupFolder')}
            dir="ltr"
            maxLength={200}
            value={settingOf(settings, changes, 'backupFolder') ?? ''}
            onChange={(event) => onChange({ backupFolder: event.currentTarget.value || null })}
          />
        </>
      )}
    </Section>
  )
}

const ScheduleFields = ({ settings, changes, onChange }: SectionProps) => {
  const { t } = useTexts()
  const field = useFieldProps({ settings })
  return (
    <div className={section.fields}>
      <Choice
        {...field('backupSchedule')}
        value={settingOf(settings, changes, 'backupSchedule') ?? backupSettings.backupSchedule.default}
        values={backupSchedules}
        textOf={(each) => t(`backups.schedule.${each}`)}
        onChange={(value) => onChange({ backupSchedule: value === 'off' ? null : value })}
      />
      <TextInput
        {...field('backupTime')}
        type="time"
        value={settingOf(settings, changes, 'backupTime') ?? backupSettings.backupTime.default}
        onChange={(event) => onChange({ backupTime: event.currentTarget.value || null })}
      />
    </div>
  )
}
