import { useTexts } from '#web/features/admin/texts/texts.ts'

/** When the cleanup deletes a group that waits. */
export const useDeletionText = (): ((days: number) => string) => {
  const { t } = useTexts()
  return (days) => (days < 1 ? t('badges.deletedSoon') : t('badges.deletedIn', { count: days }))
}
