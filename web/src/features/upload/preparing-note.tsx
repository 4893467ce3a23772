import './texts/texts.ts'
import { IconPhotoCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Note } from '#web/components/note.tsx'

/** A photo is being converted or made smaller. */
export const PreparingNote = () => {
  const { t } = useTranslation('upload')
  return <Note kind="plain" icon={<IconPhotoCog />} title={t('photos.preparing')} />
}
