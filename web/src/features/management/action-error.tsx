import type { ReactNode } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { Note } from '#web/components/note.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { t } from './texts/texts.ts'

/** Why something failed, next to the control that started it. A rate limit is not a mistake, so it is not red. */
export const ActionError = ({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) => {
  const limited = useLimited(error)
  return (
    <Note kind={limited ? 'warning' : 'danger'}>
      <p>{isCode(error, 'GROUP_NOT_FOUND') ? t('dead.text') : errorSentence(error)}</p>
      {children}
    </Note>
  )
}
