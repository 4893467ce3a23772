import { Button, TextInput } from '@mantine/core'
import { useSetState } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { platformIcons } from '#contract/site/platform-icons.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Choice, sentBy } from '#web/features/admin/shared/form/form.tsx'
import { nameFor } from '#web/features/admin/shared/name-for.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { type Platform, PlatformRow, useChangePlatform } from './platform-row.tsx'

const empty = { display_name: '', icon_name: 'globe' as (typeof platformIcons)[number] }
type Named = typeof empty

/** The platforms that visitors are asked about. */
export const PlatformsSection = () => {
  const { data = [] } = useQuery(allPlatforms)
  const [edited, setEdited] = useState<Platform>()
  const [added, setAdded] = useState(0)
  const add = useAction({
    run: (platform: Named) =>
      adminCall('POST /api/admin/social-media/platforms', {
        body: { ...platform, platform_name: nameFor(platform.display_name, 50) },
      }),
    onDone: () => setAdded(added + 1),
    done: () => t('settings.saved'),
    failed: t('settings.failed'),
  })
  return (
    <Section id="platforms" title={t('settings.platforms')}>
      <p className="soft">{t('settings.platformsHint')}</p>
      <ol>
        {data.map((platform, index) => (
          <PlatformRow
            key={platform.platform_id}
            platform={platform}
            place={{ n: index + 1, count: data.length }}
            onEdit={setEdited}
          />
        ))}
      </ol>
      {edited && <Rename platform={edited} onClose={() => setEdited(undefined)} />}
      <PlatformForm
        key={added}
        platform={empty}
        submit={t('settings.addPlatform')}
        pending={add.isPending}
        onSubmit={add.mutate}
      />
    </Section>
  )
}

const Rename = ({ platform, onClose }: { platform: Platform; onClose: () => void }) => {
  const rename = useChangePlatform(platform.platform_id, t('settings.saved'))
  const { display_name, icon_name } = platform
  return (
    <Dialog open title={t('settings.editPlatform', { name: display_name })} onClose={onClose}>
      <PlatformForm
        platform={{ display_name, icon_name: platformIcons.find((each) => each === icon_name) ?? 'globe' }}
        submit={t('settings.save')}
        pending={rename.isPending}
        onSubmit={(named) => rename.mutate(named, { onSuccess: onClose })}
      />
    </Dialog>
  )
}

interface PlatformFormProps {
  readonly platform: Named
  readonly submit: string
  readonly pending: boolean
  readonly onSubmit: (platform: Named) => void
}

const PlatformForm = ({ platform: given, submit, pending, onSubmit }: PlatformFormProps) => {
  const [platform, set] = useSetState(given)
  return (
    <form className="fields" onSubmit={sentBy(() => onSubmit(platform))}>
      <TextInput
        required
        withAsterisk
        maxLength={50}
        label={t('settings.platformName')}
        value={platform.display_name}
        onChange={(event) => set({ display_name: event.currentTarget.value })}
      />
      <Choice
        label={t('settings.platformIcon')}
        value={platform.icon_name}
        values={platformIcons}
        textOf={(each) => t(`settings.icon.${each}`)}
        onChange={(icon_name) => set({ icon_name })}
      />
      <Button type="submit" size="md" loading={pending}>
        {submit}
      </Button>
    </form>
  )
}
