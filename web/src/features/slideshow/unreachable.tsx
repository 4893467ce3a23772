import { IconAlertTriangle } from '@tabler/icons-react'
import { Note } from '#web/components/note.tsx'
import { useTexts } from './texts/texts.ts'
import { useUnreachable } from './use-upload-url.ts'

/** For the person who sets up the screen: the QR code would lead nowhere. */
export const Unreachable = () => {
  const { t } = useTexts()
  const unreachable = useUnreachable()
  if (!unreachable) return null
  const { url, proposed } = unreachable
  return (
    <Note kind="warning" icon={<IconAlertTriangle size={22} />} title={t('unreachable', { url })}>
      <p>
        {proposed.length === 0 ? t('unreachableText') : t('unreachableProposal', { proposed: proposed.join(', ') })}
      </p>
    </Note>
  )
}
