import { Checkbox, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import { ConsentTextFields, useTextLanguage } from '#web/features/admin/shared/form/consent-text-fields.tsx'
import { errorAt, TimeInput } from '#web/features/admin/shared/form/form.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { isLocalTime } from '#web/i18n/format.ts'
import { type Draft, timeFields } from './draft.ts'

interface FieldsProps<Fields extends Partial<Draft> = Draft> {
  readonly draft: Fields
  readonly error: Error | null
  readonly onChange: (change: Partial<Draft>) => void
}

export const NameField = ({ draft, error, onChange }: FieldsProps<Pick<Draft, 'name'>>) => (
  <TextInput
    label={t('exhibitions.name')}
    value={draft.name}
    maxLength={limits.exhibitionName}
    required
    error={errorAt(error, 'name')}
    onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
  />
)

/** When it opens, closes and ends, and for how long its groups are kept then. `main` has no end, a new one none yet. */
export const TimeFields = ({ draft, error, onChange, hasEnd }: FieldsProps<Partial<Draft>> & { hasEnd: boolean }) => {
  const zone = isLocalTime(new Date()) ? '' : ` ${t('screens.hoursZone')}`
  return (
    <>
      <div className="fields">
        {timeFields
          .filter((field) => hasEnd || field !== 'endsAt')
          .map((field) => (
            <TimeInput
              key={field}
              label={t(`exhibitions.${field}`)}
              value={draft[field] ?? ''}
              error={errorAt(error, field)}
              onChange={(value) => onChange({ [field]: value })}
            />
          ))}
      </div>
      <p className="soft">{t(hasEnd ? 'exhibitions.endHint' : 'exhibitions.timesHint') + zone}</p>
      {hasEnd && (
        <NumberInput
          label={t('exhibitions.deletedAfterDays')}
          description={t('exhibitions.deletedAfterDaysHint')}
          min={1}
          max={3_650}
          allowDecimal={false}
          value={draft.deletedAfterDays ?? ''}
          onChange={(days) => onChange({ deletedAfterDays: days === '' ? null : Number(days) })}
        />
      )}
    </>
  )
}

export const AccessCodeField = ({ draft, error, onChange }: FieldsProps) => (
  <TextInput
    label={t('exhibitions.accessCode')}
    description={t('exhibitions.accessCodeHint')}
    dir="ltr"
    minLength={4}
    maxLength={32}
    pattern="[A-Za-z0-9]+"
    title={t('exhibitions.accessCodeRule')}
    autoComplete="off"
    spellCheck={false}
    value={draft.accessCode}
    error={errorAt(error, 'accessCode')}
    onChange={({ currentTarget: { value } }) => onChange({ accessCode: value })}
  />
)

/** Welcome text and consents in one language; an empty one is the site's. */
export const TextFields = ({ draft: { texts }, error, onChange }: FieldsProps) => {
  const { language, select } = useTextLanguage()
  return (
    <>
      <p className="soft">{t('exhibitions.textsHint')}</p>
      {select}
      <Textarea
        label={t('exhibitions.welcomeText')}
        autosize
        minRows={2}
        maxLength={settingLimits.welcomeText}
        value={texts.welcomeText?.[language] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ texts: { welcomeText: { [language]: value } } })}
      />
      <ConsentTextFields
        texts={texts.consentTexts}
        language={language}
        errorOf={(text) => errorAt(error, `texts.consentTexts.${text}`)}
        onChange={(consentTexts) => onChange({ texts: { consentTexts } })}
      />
    </>
  )
}

/** All platforms that are switched on, also later ones; or only those that are ticked. */
export const PlatformFields = ({ draft: { platformIds }, onChange }: FieldsProps) => {
  const { data = [] } = useQuery(allPlatforms)
  const offered = data.filter(({ is_active: isActive }) => isActive)
  const all = offered.map(({ platform_id: id }) => id)
  return (
    <>
      <Switch
        label={t('exhibitions.allPlatforms')}
        checked={platformIds === null}
        onChange={({ currentTarget: { checked } }) => onChange({ platformIds: checked ? null : all })}
      />
      {platformIds && (
        <Checkbox.Group
          label={t('exhibitions.platforms')}
          value={platformIds.map(String)}
          onChange={(ids) => onChange({ platformIds: ids.map(Number) })}
        >
          <div className="actions">
            {offered.map(({ platform_id: id, display_name: name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  )
}
