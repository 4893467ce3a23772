import { Button, Checkbox, Switch, Textarea, TextInput } from '@mantine/core'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import type { LanguageTexts } from '#contract/settings/site-settings.ts'
import { type Language, languages } from '#contract/site/languages.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConsentTextFields, useTextLanguage, withText } from '#web/features/admin/shared/form/consent-text-fields.tsx'
import { Section } from '#web/features/admin/shared/page/section.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { languageNames } from '#web/i18n/languages.ts'
import style from './page.module.css'
import { type Changes, type SectionProps, settingOf, useFieldProps } from './settings-query.ts'

/** Languages, contact, welcome text, imprint and privacy text, in one language at a time. */
export const TextsSection = (props: SectionProps) => {
  const { settings, changes, onChange } = props
  const { t } = useTexts()
  const { language, select } = useTextLanguage()
  const field = useFieldProps({ settings })
  const welcome = settingOf(settings, changes, 'welcomeText') ?? null
  return (
    <Section id="texts" title={t('settings.texts')}>
      <TextInput
        {...field('contact')}
        placeholder="mailto:team@example.org"
        value={settingOf(settings, changes, 'contact') ?? ''}
        onChange={(event) => onChange({ contact: event.currentTarget.value || null })}
      />
      <OfferedLanguages {...props} />
      {select}
      <Textarea
        {...field('welcomeText')}
        autosize
        minRows={2}
        maxLength={settingLimits.welcomeText}
        value={welcome?.[language] ?? ''}
        onChange={(event) =>
          onChange({ welcomeText: withText(welcome, language, event.currentTarget.value || undefined) })
        }
      />
      <PageText {...props} page="imprint" language={language} />
      <PageText {...props} page="privacy" language={language} />
    </Section>
  )
}

const OfferedLanguages = ({ settings, changes, onChange }: SectionProps) => {
  const field = useFieldProps({ settings })
  const offer = (chosen: string[]) => {
    const all = languages.filter((each) => chosen.includes(each))
    if (all.length > 0) onChange({ languages: all.length === languages.length ? null : all })
  }
  return (
    <Checkbox.Group
      {...field('languages')}
      value={[...(settingOf(settings, changes, 'languages') ?? languages)]}
      onChange={offer}
    >
      <div className={style.languages}>
        {languages.map((language) => (
          <Checkbox
            key={language}
            value={language}
            label={languageNames[language]}
            disabled={settings.settings.languages?.locked ?? false}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

interface InLanguage extends SectionProps {
  readonly language: Language
}

/** Name and contact before they are saved. */
const typed = ({ siteName, contact }: Changes) => ({ ...(siteName && { siteName }), ...(contact && { contact }) })

interface DraftButtonProps extends Pick<InLanguage, 'changes' | 'language'> {
  readonly onDraft: (text: string) => void
}

/** Begins the privacy page with a text that fits the settings. */
const DraftButton = ({ changes, language, onDraft }: DraftButtonProps) => {
  const { t } = useTexts()
  const draft = useAction({
    run: () =>
      adminCall('GET /api/admin/settings/privacy-draft', {
        query: { language: language === 'de' ? 'de' : 'en', ...typed(changes) },
      }),
    done: (answer) => {
      onDraft(answer.text)
      return undefined
    },
    failed: t('settings.draftFailed'),
  })
  return (
    <div className="actions">
      <Button variant="default" loading={draft.isPending} onClick={() => draft.mutate()}>
        {t('settings.draft')}
      </Button>
    </div>
  )
}

const PageText = ({ settings, changes, onChange, page, language }: InLanguage & { page: 'imprint' | 'privacy' }) => {
  const field = useFieldProps({ settings })
  const value = settingOf(settings, changes, page) ?? null
  const isAddress = typeof value === 'string'
  const texts: LanguageTexts | null = isAddress ? null : value
  const text = isAddress ? value : (texts?.[language] ?? '')
  const set = (typed: string) => {
    // One address holds for all languages: it must not replace the text of another one.
    const others = withText(texts, language, undefined)
    const address = others === null && /^https?:\/\/\S*$/.test(typed)
    onChange({ [page]: address ? typed : withText(texts, language, typed || undefined) })
  }
  return (
    <>
      <Textarea
        {...field(page)}
        autosize
        minRows={2}
        maxRows={16}
        maxLength={settingLimits.page}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {page === 'privacy' && text === '' && <DraftButton changes={changes} language={language} onDraft={set} />}
    </>
  )
}

/** The wording of the consents, and what is asked with them. */
export const ConsentsSection = ({ settings, changes, onChange }: SectionProps) => {
  const { t } = useTexts()
  const { language, select } = useTextLanguage()
  const field = useFieldProps({ settings })
  const isOn = settingOf(settings, changes, 'minorsTick') ?? true
  return (
    <Section id="consents" title={t('settings.consents')}>
      <p className="soft">{t('settings.consentsHint')}</p>
      {select}
      <ConsentTextFields
        texts={settingOf(settings, changes, 'consentTexts') ?? null}
        language={language}
        onChange={(consentTexts) => onChange({ consentTexts })}
      />
      <Switch
        {...field('minorsTick')}
        checked={isOn}
        onChange={(event) => onChange({ minorsTick: event.currentTarget.checked ? null : false })}
      />
    </Section>
  )
}
