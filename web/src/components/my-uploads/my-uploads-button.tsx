import { ActionIcon } from '@mantine/core'
import { IconLibraryPhoto } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { useMyUploads } from './my-uploads.ts'

const { Part: MyUploadsList } = lazyPart(() => import('./my-uploads-list.tsx').then((module) => module.MyUploadsList))

/** Opens the list of this device's uploads, where there are any. */
export const MyUploadsButton = () => {
  const { t } = useTranslation()
  const uploads = useMyUploads()
  const [opened, setOpened] = useState(false)
  if (uploads.length === 0) return null
  return (
    <>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={t('mine.title')}
        title={t('mine.title')}
        onClick={() => setOpened(true)}
      >
        <IconLibraryPhoto size={22} stroke={1.75} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <MyUploadsList opened onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
