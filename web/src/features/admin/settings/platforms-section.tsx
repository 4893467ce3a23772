import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { platformIcons } from '#contract/site/platform-icons.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

type Icon = (typeof platformIcons)[number]
const empty = { display_name: '', icon_name: 'globe' as Icon }

/** The name for programs: the letters and digits of the display name. */
const nameFor = (shown: string): string =>
  shown
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)

/** The platforms that visitors are asked about. */
export const PlatformsSection = () => {
  const { t } = useTexts()
  const { data = [] } = useQuery(allPlatforms)
  const failed = t('settings.failed')
  const change = useAction({
    run: ({ id, isActive }: { id: number; isActive: boolean }) =>
      adminCall('PATCH /api/admin/social-media/platforms/{id}', {
        params: { id: String(id) },
        body: { is_active: isActive },
      }),
    done: () => t('settings.saved'),
    failed,
  })
  return (
    <section aria-labelledby="platforms-title" className={`${section.paper} ${section.section}`}>
      <h2 id="platforms-title">{t('settings.platforms')}</h2>
      <p className={section.soft}>{t('settings.platformsHint')}</p>
      {data.map(({ platform_id: id, display_name, is_active }) => (
        <Switch
          key={id}
          size="md"
          label={display_name}
          checked={is_active}
          onChange={(event) => change.mutate({ id, isActive: event.currentTarget.checked })}
        />
      ))}
      <NewPlatform />
    </section>
  )
}

const NewPlatform = () => {
  const { t } = useTexts()
  const [platform, setPlatform] = useState(empty)
  const add = useAction({
    run: () =>
      adminCall('POST /api/admin/social-media/platforms', {
        body: { ...platform, platform_name: nameFor(platform.display_name) },
      }),
    done: () => {
      setPlatform(empty)
      return t('settings.saved')
    },
    failed: t('settings.failed'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form className={section.fields} onSubmit={submit}>
      <TextInput
        size="md"
        required
        maxLength={50}
        label={t('settings.platformName')}
        value={platform.display_name}
        onChange={(event) => setPlatform({ ...platform, display_name: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={t('settings.platformIcon')}
        value={platform.icon_name}
        data={platformIcons.map((value) => ({ value, label: t(`settings.icon.${value}`) }))}
        onChange={(event) => setPlatform({ ...platform, icon_name: event.currentTarget.value as Icon })}
      />
      <Button type="submit" size="md" loading={add.isPending}>
        {t('settings.addPlatform')}
      </Button>
    </form>
  )
}
