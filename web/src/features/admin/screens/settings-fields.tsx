import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { groupOrders, photoFits, secondsRange } from '#contract/site/slideshow-options.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ScreenSettings } from './screens-query.ts'

interface SettingsFieldsProps {
  readonly settings: ScreenSettings
  readonly onChange: (change: Partial<ScreenSettings>) => void
}

export const SettingsFields = ({ settings, onChange }: SettingsFieldsProps) => {
  const { t } = useTexts()
  return (
    <>
      <div className={section.fields}>
        <NumberInput
          label={t('screens.seconds')}
          min={secondsRange.min}
          max={secondsRange.max}
          allowDecimal={false}
          value={settings.seconds}
          onChange={(seconds) => typeof seconds === 'number' && onChange({ seconds })}
        />
        <Choice
          label={t('screens.order')}
          value={settings.order}
          options={groupOrders.map((value) => ({ value, label: t(`screens.orders.${value}`) }))}
          onChange={(order) => onChange({ order })}
        />
        <Choice
          label={t('screens.fit')}
          value={settings.fit}
          options={photoFits.map((value) => ({ value, label: t(`screens.fits.${value}`) }))}
          onChange={(fit) => onChange({ fit })}
        />
      </div>
      <Years years={settings.years} onChange={(years) => onChange({ years })} />
      {(['captions', 'cards', 'codes', 'pairs', 'qr'] as const).map((name) => (
        <Checkbox
          key={name}
          label={t(`screens.${name}`)}
          checked={settings[name]}
          onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
        />
      ))}
    </>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <NativeSelect
    label={label}
    value={value}
    data={options}
    onChange={({ currentTarget }) => {
      const chosen = options.find((option) => option.value === currentTarget.value)
      if (chosen) onChange(chosen.value)
    }}
  />
)

interface YearsProps {
  readonly years: ScreenSettings['years']
  readonly onChange: (years: ScreenSettings['years']) => void
}

const Years = ({ years, onChange }: YearsProps) => {
  const { t } = useTexts()
  const now = new Date().getFullYear()
  return (
    <>
      <Checkbox
        label={t('screens.onlyYears')}
        checked={years !== null}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? { from: now, to: now } : null)}
      />
      {years && (
        <div className={section.fields}>
          {(['from', 'to'] as const).map((end) => (
            <NumberInput
              key={end}
              label={t(end === 'from' ? 'screens.yearFrom' : 'screens.yearTo')}
              min={1800}
              max={9999}
              allowDecimal={false}
              value={years[end]}
              onChange={(year) => typeof year === 'number' && onChange({ ...years, [end]: year })}
            />
          ))}
        </div>
      )}
    </>
  )
}
