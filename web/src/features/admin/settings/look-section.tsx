import { Button, ColorInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { settingLimits } from '#contract/settings/setting-limits.ts'
import { siteSettings } from '#contract/settings/site-settings.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { FileButton } from '#web/components/photos/file-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import type { SectionProps, Settings } from './settings-query.ts'

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Name, logo and colour. */
export const LookSection = ({ form }: SectionProps) => {
  const accent = form.get('accentColour') ?? ''
  // Once the typing pauses, not with the focus: what is below the field would move under a click.
  const [settled] = useDebouncedValue(accent, 800)
  return (
    <Section id="look" title={t('settings.look')}>
      <TextInput
        {...form.text('siteName')}
        maxLength={settingLimits.siteName}
        placeholder={siteSettings.siteName.default}
      />
      <ColorInput
        {...form.field('accentColour')}
        {...(settled === accent && accent !== '' && !isColour(accent) && { error: t('settings.noColour') })}
        // What is no colour stays to be corrected.
        fixOnBlur={false}
        withEyeDropper={false}
        // Beside the buttons at the foot, not over them, nor over what is wrong.
        popoverProps={{ position: 'bottom-end' }}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        placeholder="#4a6d42"
        value={accent}
        onChange={(colour) => form.onChange({ accentColour: colour || null })}
      />
      <Logo logo={form.settings.logo} />
    </Section>
  )
}

const Logo = ({ logo }: Pick<Settings, 'logo'>) => {
  const outcome = { done: () => t('settings.saved'), failed: t('settings.logoFailed') }
  const put = useAction({ run: (file: File) => adminCall('PUT /api/admin/settings/logo', { body: file }), ...outcome })
  const remove = useAction({ run: () => adminCall('DELETE /api/admin/settings/logo'), ...outcome })
  return (
    <div className="section">
      <p className="soft">{t('settings.logoHint')}</p>
      {logo && <img className={style.logo} src={withBasePath(logo)} alt={t('settings.logo')} />}
      <div className="actions">
        <FileButton
          accept="image/png,image/jpeg"
          variant="default"
          loading={put.isPending}
          onFiles={([file]) => file && put.mutate(file)}
        >
          {t('settings.chooseLogo')}
        </FileButton>
        {logo && (
          <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('settings.removeLogo')}
          </Button>
        )}
      </div>
    </div>
  )
}
