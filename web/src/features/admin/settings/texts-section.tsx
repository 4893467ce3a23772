import { Button, Checkbox, Switch, Textarea, TextInput } from '@mantine/core'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import type { LanguageTexts } from '#contract/settings/site-settings.ts'
import { type Language, languages } from '#contract/site/languages.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConsentTextFields, useTextLanguage } from '#web/features/admin/shared/form/consent-text-fields.tsx'
import { errorAt } from '#web/features/admin/shared/form/form.tsx'
import { withoutEmpty } from '#web/features/admin/shared/form/with-typed.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { languageNames } from '#web/i18n/languages.ts'
import style from './page.module.css'
import type { Changes, SectionProps } from './settings-query.ts'

/** Languages, contact, welcome text, imprint and privacy text, in one language at a time. */
export const TextsSection = ({ form }: SectionProps) => {
  const { language, select } = useTextLanguage()
  const offered = form.field('languages')
  const offer = (chosen: string[]) => {
    const all = languages.filter((each) => chosen.includes(each))
    if (all.length > 0) form.onChange({ languages: all.length === languages.length ? null : all })
  }
  return (
    <Section id="texts" title={t('settings.texts')}>
      <TextInput {...form.text('contact')} placeholder="mailto:team@example.org" />
      <Checkbox.Group {...offered} value={[...(form.get('languages') ?? languages)]} onChange={offer}>
        <div className={style.languages}>
          {languages.map((each) => (
            <Checkbox key={each} value={each} label={languageNames[each]} disabled={offered.disabled} />
          ))}
        </div>
      </Checkbox.Group>
      {select}
      <Textarea
        {...form.field('welcomeText')}
        autosize
        minRows={2}
        maxLength={settingLimits.welcomeText}
        value={form.get('welcomeText')?.[language] ?? ''}
        onChange={(event) => form.onChange({ welcomeText: { [language]: event.currentTarget.value } })}
      />
      <PageText form={form} page="imprint" language={language} />
      <PageText form={form} page="privacy" language={language} />
    </Section>
  )
}

/** With name and contact before they are saved. */
const draftPrivacy = (language: Language, { siteName, contact }: Changes) => {
  const typed = { ...(siteName && { siteName }), ...(contact && { contact }) }
  const query = { language: language === 'de' ? 'de' : 'en', ...typed } as const
  return adminCall('GET /api/admin/settings/privacy-draft', { query })
}

interface PageTextProps extends SectionProps {
  readonly page: 'imprint' | 'privacy'
  readonly language: Language
}

const PageText = ({ form, page, language }: PageTextProps) => {
  const value = form.get(page) ?? null
  const isAddress = typeof value === 'string'
  const texts: LanguageTexts | null = isAddress ? null : value
  const text = isAddress ? value : (texts?.[language] ?? '')
  const set = (typed: string) => {
    // One address holds for all languages: it must not replace the text of another one.
    const others = withoutEmpty({ ...texts, [language]: '' })
    const address = others === null && /^https?:\/\/\S*$/.test(typed)
    form.onChange({ [page]: address ? typed : { [language]: typed } })
  }
  const draft = useAction({
    run: () => draftPrivacy(language, form.changes),
    onDone: (answer) => set(answer.text),
    failed: t('settings.draftFailed'),
  })
  return (
    <>
      <Textarea
        {...form.field(page)}
        autosize
        minRows={2}
        maxRows={16}
        maxLength={settingLimits.page}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {/* Begins the privacy page with a text that fits the settings. */}
      {page === 'privacy' && text === '' && (
        <div className="actions">
          <Button variant="default" loading={draft.isPending} onClick={() => draft.mutate()}>
            {t('settings.draft')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The wording of the consents, and what is asked with them. */
export const ConsentsSection = ({ form }: SectionProps) => {
  const { language, select } = useTextLanguage()
  const isOn = form.get('minorsTick') ?? true
  return (
    <Section id="consents" title={t('settings.consents')}>
      <p className="soft">{t('settings.consentsHint')}</p>
      {select}
      <ConsentTextFields
        texts={form.get('consentTexts')}
        language={language}
        errorOf={(text) => errorAt(form.error, `consentTexts.${text}`)}
        onChange={(consentTexts) => form.onChange({ consentTexts })}
      />
      <Switch
        {...form.field('minorsTick')}
        checked={isOn}
        onChange={(event) => form.onChange({ minorsTick: event.currentTarget.checked ? null : false })}
      />
    </Section>
  )
}
