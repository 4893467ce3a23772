import { announce } from '#web/components/announcer.tsx'
import { showReports } from '#web/features/admin/moderation/session/mutate.ts'
import { hideSuccess, notifyError, notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { t } from '#web/features/admin/texts/texts.ts'

/** Whatever page is open when the session reports something. */
showReports(({ kind, text, count = 1, error, undo }) => {
  const words = t(text, { count })
  // It still offers the undo that was refused.
  if (text === 'moderation.notUndone') hideSuccess()
  if (kind === 'announcement') announce(words)
  else if (kind === 'error') notifyError(words, error)
  else notifySuccess(words, undo && { label: t('moderation.undo'), run: undo })
})
