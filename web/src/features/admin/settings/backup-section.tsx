import { TextInput } from '@mantine/core'
import { backupSchedules, backupSettings } from '#contract/settings/backup-settings.ts'
import { BackupNow, backupsQuery } from '#web/features/admin/overview/backup-now.tsx'
import { Choice } from '#web/features/admin/shared/form/form.tsx'
import { Load, Section } from '#web/features/admin/shared/page/page.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import { NumberFields } from './limits-section.tsx'
import type { SectionProps } from './settings-query.ts'

/** When and where the service makes its backups, and how the last ones went (D88). */
export const BackupSection = ({ form }: SectionProps) => (
  <Section id="backup" title={t('settings.tabs.backup')}>
    <Load of={backupsQuery} placeholder={80}>
      {({ isSameDisk }) => (
        <>
          {isSameDisk && (
            <p className="soft">
              {t('check.sameDisk')}. {t('check.sameDiskText')}
            </p>
          )}
          <BackupNow />
        </>
      )}
    </Load>
    <div className="fields">
      <Choice
        {...form.field('backupSchedule')}
        value={form.get('backupSchedule') ?? backupSettings.backupSchedule.default}
        values={backupSchedules}
        textOf={(each) => t(`backups.schedule.${each}`)}
        onChange={(value) => form.onChange({ backupSchedule: value === 'off' ? null : value })}
      />
      <TextInput
        {...form.text('backupTime')}
        type="time"
        value={form.get('backupTime') ?? backupSettings.backupTime.default}
      />
    </div>
    <NumberFields form={form} keys={['backupsKept']} />
    <TextInput {...form.text('backupFolder')} dir="ltr" maxLength={200} />
  </Section>
)
