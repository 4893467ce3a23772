import '#web/i18n/later/texts.ts'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { day } from '#web/i18n/format.ts'
import { type MyUpload, removeUpload, useMyUploads } from './my-uploads.ts'
import style from './my-uploads-list.module.css'

/** The uploads of this device, each with its last known state: asking the server would use up the hour's requests. */
export const MyUploadsList = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const uploads = useMyUploads()
  return (
    <Dialog opened onClose={onClose} title={t('mine.title')} closeLabel={t('upload.dismiss')}>
      <p className="soft">{t('mine.hint')}</p>
      <ul className={style.list}>
        {uploads.map((upload) => (
          <Entry key={upload.token} upload={upload} />
        ))}
      </ul>
    </Dialog>
  )
}

const Known = ({ upload: { state = 'awaiting', seenAt, uploadDate } }: { upload: MyUpload }) => {
  const { t } = useTranslation()
  return (
    <p className="soft">
      {t(`mine.${state}`)} ({t('mine.asOf', { date: day(seenAt ?? uploadDate) })})
    </p>
  )
}

const Entry = ({ upload }: { upload: MyUpload }) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const title = upload.title ?? t('done.untitled')
  return (
    <li className={style.entry}>
      {upload.cover && <img className={style.cover} src={upload.cover} alt="" />}
      <div className={style.what}>
        <p className={style.title}>{title}</p>
        <p className="soft">
          {t('mine.photos', { count: upload.imageCount })}, {t('mine.sentOn', { date: day(upload.uploadDate) })}
        </p>
        {upload.exhibition && (
          <p className="soft" dir="auto">
            {upload.exhibition}
          </p>
        )}
        <Known upload={upload} />
      </div>
      {asking ? (
        <div className={`stack ${style.ask}`} role="alert">
          <p>{t('mine.forgetSure')}</p>
          <div className="actions">
            <Button color="red" mih={44} onClick={() => removeUpload(upload.token)}>
              {t('mine.forgetYes')}
            </Button>
            <Button variant="default" mih={44} onClick={() => setAsking(false)}>
              {t('mine.forgetNo')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="actions">
          <Anchor
            href={withBasePath(`/manage/${upload.token}`)}
            className={style.manage}
            aria-label={t('mine.manageOf', { title })}
          >
            {t('mine.manage')}
          </Anchor>
          <Button
            variant="subtle"
            color="gray"
            mih={44}
            px="xs"
            aria-label={t('mine.forgetOf', { title })}
            onClick={() => setAsking(true)}
          >
            {t('mine.forget')}
          </Button>
        </div>
      )}
    </li>
  )
}
