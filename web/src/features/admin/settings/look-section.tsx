import { Button, ColorInput, TextInput } from '@mantine/core'
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

/** Name, logo and colour. */
export const LookSection = ({ form }: SectionProps) => {
  const accent = form.get('accentColour') ?? ''
  return (
    <Section id="look" title={t('settings.look')}>
      <TextInput
        {...form.text('siteName')}
        maxLength={settingLimits.siteName}
        placeholder={siteSettings.siteName.default}
      />
      <ColorInput
        {...form.field('accentColour')}
        withEyeDropper={false}
        // Beside the buttons at the foot, not over them.
        popoverProps={{ position: 'bottom-end' }}
        placeholder="#4a6d42"
        value={accent}
        // It also reports its value when the focus leaves it.
        onChange={(colour) => colour !== accent && form.onChange({ accentColour: colour || null })}
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
