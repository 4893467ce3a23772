import '#web/i18n/later/texts.ts'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { withBasePath } from '#web/api/base-path.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { day } from '#web/i18n/format.ts'
import { t } from '#web/i18n/i18n.ts'
import { type MyUpload, removeUpload, useMyUploads } from './my-uploads.ts'
import style from './my-uploads-list.module.css'

/** The uploads of this device, each with its last known state: asking the server would use up the hour's requests. */
export const MyUploadsList = ({ onClose }: { readonly onClose: () => void }) => {
  const uploads = useMyUploads()
  return (
    <Dialog open onClose={onClose} title={t('mine.title')} closeLabel={t('upload.dismiss')}>
      <p className="soft">{t('mine.hint')}</p>
      <ul className={style.list}>
        {uploads.map((upload) => (
          <Entry key={upload.token} upload={upload} />
        ))}
      </ul>
    </Dialog>
  )
}

const Entry = ({ upload }: { upload: MyUpload }) => {
  const [asking, setAsking] = useState(false)
  const { token, state = 'awaiting', seenAt, uploadDate, imageCount, exhibition, cover } = upload
  const title = upload.title ?? t('done.untitled')
  return (
    <li className={`row ${style.entry}`}>
      {cover && <img className={`print ${style.cover}`} src={cover} alt="" />}
      <div className={style.what}>
        <p className={`breakable ${style.title}`}>{title}</p>
        <p className="soft">
          {t('mine.photos', { count: imageCount })}, {t('mine.sentOn', { date: day(uploadDate) })}
        </p>
        {exhibition && (
          <p className="soft" dir="auto">
            {exhibition}
          </p>
        )}
        <p className="soft">
          {t(`mine.${state}`)} ({t('mine.asOf', { date: day(seenAt ?? uploadDate) })})
        </p>
      </div>
      {asking ? (
        <div className={`stack ${style.ask}`} role="alert">
          <p>{t('mine.forgetSure')}</p>
          <div className="actions">
            <Button color="red" onClick={() => removeUpload(token)}>
              {t('mine.forgetYes')}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('mine.forgetNo')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="actions">
          <Anchor
            href={withBasePath(`/manage/${token}`)}
            className="finger-link"
            fw={700}
            aria-label={t('mine.manageOf', { title })}
          >
            {t('mine.manage')}
          </Anchor>
          <Button
            variant="subtle"
            color="gray"
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
