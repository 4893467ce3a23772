import { Button } from '@mantine/core'
import { IconLibraryPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { focusSoon } from '#web/components/focus-soon.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { t } from '#web/i18n/i18n.ts'
import { useMyUploads } from './my-uploads.ts'

const { Part: MyUploadsList } = lazyPart(async () => (await import('./my-uploads-list.tsx')).MyUploadsList)

/** Opens the list of this device's uploads, where there are any. */
export const MyUploadsButton = () => {
  const uploads = useMyUploads()
  const [opened, setOpened] = useState(false)
  const close = () => {
    setOpened(false)
    focusSoon('my-uploads')
  }
  if (uploads.length === 0) return null
  return (
    <>
      <Button
        id="my-uploads"
        px={4}
        variant="subtle"
        color="gray"
        leftSection={<IconLibraryPhoto size={22} stroke={1.75} />}
        onClick={() => setOpened(true)}
      >
        {t('mine.title')}
      </Button>
      {opened && <MyUploadsList onClose={close} />}
    </>
  )
}
