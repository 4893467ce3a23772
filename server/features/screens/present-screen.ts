import { previewPath } from '#contract/images/image-paths.ts'
import type { Screen as ScreenOnWire } from '#contract/screens.ts'
import { isOpenAt } from '#contract/site/opening-hours.ts'
import { isSilent, type Screen } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'

/** As the admins see it, with the photo that it shows. */
export async function presentScreen(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  screen: Screen,
): Promise<ScreenOnWire> {
  const { id, name, settings, paused, createdAt, lastSeenAt, imageId, version } = screen
  const now = clock.now()
  const image = imageId === null ? undefined : await database.images.find(imageId)
  return {
    id,
    name,
    settings,
    paused,
    isOpen: isOpenAt(settings.openingHours, now),
    isSilent: isSilent(screen, now),
    createdAt,
    lastSeenAt,
    imageId,
    groupId: image?.groupId ?? null,
    previewPath: image === undefined ? null : previewPath(image.previewName),
    version,
  }
}
