import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { urlOf } from '#web/api/client.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import type { PressGroup } from './press-queries.ts'

interface PressBarProps {
  readonly platformId: number
  readonly groups: readonly PressGroup[]
  readonly chosen: readonly PressGroup[]
  readonly onChoose: (groupIds: readonly string[]) => void
}

/** The archive of what is chosen. The browser downloads it: it shows the progress and can resume. */
export const PressBar = ({ platformId, groups, chosen, onChoose }: PressBarProps) => {
  const { t } = useTexts()
  const all = chosen.length === groups.length
  const ids = chosen.map(({ groupId }) => groupId).join(',')
  const tooMany = !all && ids.length > limits.listedGroupsText
  const href = urlOf('/api/admin/social-media/platforms/{id}/archive', {
    params: { id: platformId },
    query: { groups: all ? undefined : ids },
  })
  return (
    <section className={style.bar} aria-label={t('moderation.chosen', { count: chosen.length })}>
      <p aria-live="polite">{tooMany ? t('press.tooMany') : t('moderation.chosen', { count: chosen.length })}</p>
      <Button h={44} px={4} variant="subtle" onClick={() => onChoose(all ? [] : groups.map(({ groupId }) => groupId))}>
        {t(all ? 'moderation.clear' : 'press.chooseAll')}
      </Button>
      {chosen.length > 0 && !tooMany && (
        <Button component="a" href={href} download h={44} leftSection={<IconDownload size={18} />}>
          {t('press.download', { count: chosen.reduce((sum, { imageCount }) => sum + imageCount, 0) })}
        </Button>
      )}
    </section>
  )
}
