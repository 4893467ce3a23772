import { ActionIcon, CloseButton, Modal } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { FactsLine } from '#web/components/facts-line.tsx'
import { useViewer } from '#web/features/admin/moderation/viewer/viewer.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './lightbox.module.css'

export const LightboxHead = ({ index, onClose }: { readonly index: number; readonly onClose: () => void }) => {
  const { t } = useTexts()
  const { group, actions } = useViewer()
  const place = t('lightbox.place', { n: index + 1, count: group.images.length })
  return (
    <div className={style.head}>
      <div className={style.names}>
        <Modal.Title className={style.title}>{group.title ?? t('group.untitled')}</Modal.Title>
        <p>
          <FactsLine facts={[place, group.name, String(group.year)]} />
        </p>
      </div>
      <ActionIcon size={44} variant="subtle" color="gray" aria-label={t('keys.title')} onClick={actions.help}>
        <IconKeyboard size={22} />
      </ActionIcon>
      <CloseButton size={44} aria-label={t('app.close')} onClick={onClose} />
    </div>
  )
}
