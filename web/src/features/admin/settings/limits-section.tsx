import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { limitSettings } from '#contract/settings/limit-settings.ts'
import { type SecondFactorRule, secondFactorRules } from '#contract/settings/setting-limits.ts'
import { settingKeys } from '#contract/settings/setting-table.ts'
import { languages } from '#contract/site/languages.ts'
import section from '#web/features/admin/shared/section.module.css'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { locale } from '#web/i18n/format.ts'
import { languageNames } from '#web/i18n/languages.ts'
import { type SectionProps, useFieldProps } from './field-props.ts'
import { defaultOf, settingOf } from './settings-query.ts'

const numbers = settingKeys.filter((key): key is keyof typeof limitSettings => key in limitSettings)

/** Both from the language: the field refuses to have one sign for two purposes. */
function separators() {
  const parts = new Intl.NumberFormat(locale()).formatToParts(1e9 + 0.5)
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value
  return { thousandSeparator: sign('group') ?? false, decimalSeparator: sign('decimal') ?? '.' }
}
const written = (value: unknown) => (typeof value === 'number' ? number(value) : '')

/** Languages, retention and limits; an empty field is the default. */
export const LimitsSection = ({ settings, changes, onChange }: SectionProps) => {
  const { t } = useTexts()
  const field = useFieldProps({ settings })
  const offered = settingOf(settings, changes, 'languages') ?? languages
  const offer = (chosen: string[]) => {
    const all = languages.filter((each) => chosen.includes(each))
    if (all.length > 0) onChange({ languages: all.length === languages.length ? null : all })
  }
  const require = (rule: SecondFactorRule) => onChange({ secondFactor: rule === secondFactorRules[0] ? null : rule })
  return (
    <section aria-labelledby="limits-title" className={`${section.paper} ${section.section}`}>
      <h2 id="limits-title">{t('settings.limits')}</h2>
      <Checkbox.Group {...field('languages')} value={[...offered]} onChange={offer}>
        <div className={section.actions}>
          {languages.map((language) => (
            <Checkbox
              key={language}
              size="md"
              value={language}
              label={languageNames[language]}
              disabled={settings.settings.languages?.locked ?? false}
            />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        {...field('secondFactor')}
        value={settingOf(settings, changes, 'secondFactor') ?? secondFactorRules[0]}
        data={secondFactorRules.map((value) => ({ value, label: t(`settings.secondFactors.${value}`) }))}
        onChange={(event) => require(event.currentTarget.value as SecondFactorRule)}
      />
      <div className={section.fields}>
        {numbers.map((key) => (
          <NumberInput
            key={key}
            {...field(key)}
            min={1}
            allowDecimal={false}
            {...separators()}
            placeholder={written(defaultOf(settings, key))}
            value={settingOf(settings, changes, key) ?? ''}
            onChange={(value) => onChange({ [key]: value === '' ? null : Number(value) })}
          />
        ))}
      </div>
    </section>
  )
}
