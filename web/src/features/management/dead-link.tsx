import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { removeUpload, useMyUploads } from '#web/components/my-uploads/my-uploads.ts'
import { MessagePage } from '#web/components/pages/message-page.tsx'
import style from './dead-link.module.css'

/** The same for a wrong link and for one whose photos are gone: the server does not say which (D18). */
export const DeadLink = ({ token }: { token: string }) => {
  const { t } = useTranslation('management')
  const known = useMyUploads().some((upload) => upload.token === token)
  const [forgotten, setForgotten] = useState(false)
  const forget = () => {
    removeUpload(token)
    setForgotten(true)
  }
  return (
    <MessagePage
      picture={<EmptyFrames empty />}
      title={t('dead.title')}
      text={t('dead.text')}
      action={
        <>
          {known && (
            <div className={style.known}>
              <p>{t('dead.known')}</p>
              <Button variant="default" h={44} onClick={forget}>
                {t('dead.forget')}
              </Button>
            </div>
          )}
          {forgotten && <p role="status">{t('dead.forgotten')}</p>}
          <Button component="a" href={withBasePath('/')} size="md">
            {t('dead.send')}
          </Button>
        </>
      }
    />
  )
}
