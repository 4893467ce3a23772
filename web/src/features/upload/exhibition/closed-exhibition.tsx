import { useInterval } from '@mantine/hooks'
import { call } from '#web/api/client.ts'
import { exhibition, ownExhibition } from '#web/api/site.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { Message } from '#web/components/pages/message-page.tsx'
import { t } from '#web/features/upload/texts/texts.ts'
import { dayAndTime } from '#web/i18n/format.ts'

const lookEveryMs = 60_000

/** A phone that waits for the opening shows the form by itself. */
const reloadWhenOpen = async (): Promise<void> => {
  const { isOpen } = await call('GET /api/exhibitions/{slug}', { params: { slug: exhibition?.slug ?? '' } })
  if (isOpen) location.reload()
}

/** In the place of the form before an exhibition opens and after it has closed (D83). */
export const ClosedExhibition = () => {
  useInterval(() => void reloadWhenOpen().catch(() => undefined), lookEveryMs, { autoInvoke: true })
  const { opensAt = null, closesAt = null } = exhibition ?? {}
  // The service says that it is not open; a phone's clock only which of the two times is nearer.
  const until = closesAt === null ? Infinity : Date.parse(closesAt) - Date.now()
  const isPlanned = opensAt !== null && Date.now() - Date.parse(opensAt) < until
  const at = isPlanned ? opensAt : closesAt
  const state = isPlanned ? 'planned' : 'closed'
  return (
    <Message
      picture={
        <>
          <EmptyFrames empty />
          {ownExhibition && (
            <strong>
              <bdi>{ownExhibition.name}</bdi>
            </strong>
          )}
        </>
      }
      title={t(`exhibition.${state}.title`)}
      text={at === null ? '' : t(`exhibition.${state}.text`, { date: dayAndTime(at) })}
    >
      {!isPlanned && <p>{t('exhibition.link')}</p>}
    </Message>
  )
}
