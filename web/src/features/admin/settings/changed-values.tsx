import { type SecondFactorRule, secondFactorRules } from '#contract/settings/setting-limits.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface ChangedValuesProps {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

const longest = 60

/** A setting with what it was and is now; texts in several languages and the logo are only named. */
export const ChangedValues = ({ name, before, after }: ChangedValuesProps) => {
  const { t } = useTexts()
  const shown = (value: unknown): string | undefined => {
    if (value === null) return t('settings.byDefault')
    if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off')
    if (typeof value === 'number') return number(value)
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value !== 'string' || value.length > longest) return undefined
    return isRule(value) ? t(`settings.secondFactors.${value}`) : value
  }
  const label = t(`settings.field.${name}` as never)
  const [from, to] = name === 'logo' ? [] : [shown(before), shown(after)]
  if (from === undefined || to === undefined) return label
  return (
    <>
      {label}: <bdi>{from}</bdi> → <bdi>{to}</bdi>
    </>
  )
}

const isRule = (value: string): value is SecondFactorRule => secondFactorRules.some((each) => each === value)
