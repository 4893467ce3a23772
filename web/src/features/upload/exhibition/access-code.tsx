import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { focusSoon } from '#web/components/focus-soon.ts'
import { t } from '#web/features/upload/texts/texts.ts'

interface AccessCodeProps {
  readonly code: string
  /** The one that the server has refused. */
  readonly refused: string | undefined
  readonly onChange: (code: string) => void
}

/** What an exhibition asks for before it takes photos (D81). A wrong one comes back to this field, and everything else stays. */
export const AccessCode = ({ code, refused, onChange }: AccessCodeProps) => {
  useEffect(() => {
    if (refused !== undefined) focusSoon('access-code')
  }, [refused])
  return (
    <TextInput
      id="access-code"
      label={t('exhibition.code')}
      description={t('exhibition.codeHint')}
      error={code === refused && t('exhibition.wrongCode')}
      value={code}
      maxLength={32}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  )
}

/** Before photos are chosen. */
export const CodeNeeded = () => <p className="soft">{t('exhibition.codeNeeded')}</p>
