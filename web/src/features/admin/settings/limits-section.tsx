import { Button, NumberInput, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { limitSettings } from '#contract/settings/limit-settings.ts'
import type { Setting } from '#contract/settings/setting.ts'
import { secondFactorRules } from '#contract/settings/setting-limits.ts'
import { settingKeys, settingTable } from '#contract/settings/setting-table.ts'
import { Choice } from '#web/features/admin/shared/form/form.tsx'
import { ActionSection, Section } from '#web/features/admin/shared/page/page.tsx'
import { migrationStatus } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { locale } from '#web/i18n/format.ts'
import type { SectionProps } from './settings-query.ts'

type NumberKey = keyof typeof limitSettings | 'backupsKept'
/** Settings for the operator of the machine. */
const technical: readonly NumberKey[] = [
  'maxImagePixels',
  'maxImageSide',
  'uploadBytesPerHour',
  'eventConnections',
  'eventConnectionsPerAddress',
  'staleFeedSeconds',
]
const rules = settingKeys.filter(
  (key): key is NumberKey => key in limitSettings && !technical.includes(key as NumberKey),
)

/** Both from the language: the field refuses to have one sign for two purposes. */
function separators() {
  const parts = new Intl.NumberFormat(locale()).formatToParts(1e9 + 0.5)
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value
  return { thousandSeparator: sign('group') ?? false, decimalSeparator: sign('decimal') ?? '.' }
}

export const NumberFields = ({ keys, form }: SectionProps & { keys: readonly NumberKey[] }) => (
  <div className="fields">
    {keys.map((key) => {
      const { shownIn = 1, schema } = settingTable[key] as Setting
      const shown = (value: unknown) => (typeof value === 'number' ? value / shownIn : undefined)
      const standard = shown(form.settings.settings[key]?.default)
      return (
        <NumberInput
          key={key}
          {...form.field(key)}
          min={Number(schema.minimum ?? 1) / shownIn}
          allowDecimal={shownIn > 1}
          decimalScale={3}
          {...separators()}
          placeholder={standard === undefined ? '' : number(standard)}
          value={shown(form.get(key)) ?? ''}
          onChange={(value) => form.onChange({ [key]: value === '' ? null : Math.round(Number(value) * shownIn) })}
        />
      )
    })}
  </div>
)

/** Second factor, shared devices, retention and limits; an empty field is the default. */
export const RulesSection = ({ form }: SectionProps) => (
  <>
    <Section id="rules" title={t('settings.tabs.rules')}>
      <Choice
        {...form.field('secondFactor')}
        value={form.get('secondFactor') ?? secondFactorRules[0]}
        values={secondFactorRules}
        textOf={(each) => t(`settings.secondFactors.${each}`)}
        onChange={(rule) => form.onChange({ secondFactor: rule === secondFactorRules[0] ? null : rule })}
      />
      <Switch {...form.flag('sharedDevices')} />
      <NumberFields form={form} keys={rules} />
    </Section>
    {/* The way to a second exhibition, without the word: most installations have one and need no other (D83). */}
    <ActionSection id="occasions" title={t('settings.occasions.title')} text={t('settings.occasions.text')}>
      <Button component={Link} to="/admin/exhibitions" variant="default">
        {t('settings.occasions.action')}
      </Button>
    </ActionSection>
  </>
)

export const TechnicalSection = ({ form }: SectionProps) => {
  const { data } = useQuery(migrationStatus)
  return (
    <Section id="technical" title={t('settings.tabs.technical')}>
      <NumberFields form={form} keys={technical} />
      {data && (!data.databaseActive || data.jsonBackupExists) && (
        <Link to="/admin/storage-migration">{t('nav.storageMigration')}</Link>
      )}
    </Section>
  )
}
