import { Checkbox, Chip, Group, TextInput } from '@mantine/core'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { isLocalTime } from '#web/i18n/format.ts'
import type { ScreenSettings } from './screens-query.ts'

type Hours = ScreenSettings['openingHours']

interface OpeningHoursFieldsProps {
  readonly hours: Hours
  readonly onChange: (hours: Hours) => void
}

const everyDay = [1, 2, 3, 4, 5, 6, 7] as const

/** When the screen is on; outside these hours it is dark and may be silent. */
export const OpeningHoursFields = ({ hours, onChange }: OpeningHoursFieldsProps) => {
  const { t } = useTexts()
  return (
    <>
      <Checkbox
        label={t('screens.hours')}
        description={`${t('screens.hoursText')}${isLocalTime(new Date()) ? '' : ` ${t('screens.hoursZone')}`}`}
        checked={hours !== null}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? { days: [...everyDay], from: '09:00', to: '18:00' } : null)
        }
      />
      {hours && <Hours hours={hours} onChange={onChange} />}
    </>
  )
}

const Hours = ({ hours, onChange }: OpeningHoursFieldsProps & { readonly hours: NonNullable<Hours> }) => {
  const { t } = useTexts()
  // At least one day: without any the screen would never be on.
  const setDays = (days: string[]) => days.length > 0 && onChange({ ...hours, days: days.map(Number).toSorted() })
  return (
    <>
      <Chip.Group multiple value={hours.days.map(String)} onChange={setDays}>
        <Group gap="xs" role="group" aria-label={t('screens.days')}>
          {everyDay.map((day) => (
            <Chip key={day} value={String(day)}>
              {t(`screens.day.${day}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <div className={section.fields}>
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="time"
            required
            label={t(`screens.${end}`)}
            value={hours[end]}
            onChange={({ currentTarget: { value } }) => onChange({ ...hours, [end]: value })}
          />
        ))}
      </div>
    </>
  )
}
