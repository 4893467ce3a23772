import '#web/features/upload/texts/texts.ts'
import { Anchor } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { Note } from '#web/components/note.tsx'

/** Says that this device keeps nothing, and offers a way out on the visitor's own device. */
export const SharedNote = () => {
  const { t } = useTranslation('upload')
  return (
    <Note kind="plain" icon={<IconUsers />} title={t('shared.title')}>
      <p>{t('shared.hint')}</p>
      <Anchor href={withBasePath('/?device=own')}>{t('shared.leave')}</Anchor>
    </Note>
  )
}
