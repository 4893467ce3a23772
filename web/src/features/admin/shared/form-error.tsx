import { IconAlertTriangle } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { sentenceOf } from '#web/features/admin/texts/texts.ts'

/** Why a form could not be sent, above its button. */
export const FormError = ({ error }: { readonly error: Error | null }) =>
  error && (
    <Note kind="danger" icon={<IconAlertTriangle />}>
      <p>{sentenceOf(error)}</p>
    </Note>
  )
