import { Anchor, Button } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onSite } from '#web/api/base-path.ts'
import { type MyUpload, removeUpload } from '#web/components/my-uploads.ts'
import { day } from '#web/i18n/format.ts'
import style from './my-uploads-list.module.css'

/** The uploads of this device. */
export const MyUploadsList = memo(({ uploads }: { uploads: readonly MyUpload[] }) => {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="mine-title" className={style.section}>
      <div>
        <h2 id="mine-title">{t('mine.title')}</h2>
        <p className={style.hint}>{t('mine.hint')}</p>
      </div>
      <ul className={style.list}>
        {uploads.map((upload) => (
          <Entry key={upload.token} upload={upload} />
        ))}
      </ul>
    </section>
  )
})

const Entry = ({ upload }: { upload: MyUpload }) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const title = upload.title ?? t('done.untitled')
  return (
    <li className={style.entry}>
      <div className={style.what}>
        <p className={style.title}>{title}</p>
        <p className={style.hint}>
          {t('mine.photos', { count: upload.imageCount })}, {t('mine.sentOn', { date: day(upload.uploadDate) })}
        </p>
      </div>
      {asking ? (
        <div className={style.ask} role="alert">
          <p>{t('mine.forgetSure')}</p>
          <div className={style.actions}>
            <Button color="red" h={44} onClick={() => removeUpload(upload.token)}>
              {t('mine.forgetYes')}
            </Button>
            <Button variant="default" h={44} onClick={() => setAsking(false)}>
              {t('mine.forgetNo')}
            </Button>
          </div>
        </div>
      ) : (
        <div className={style.actions}>
          <Anchor
            href={onSite(`/manage/${upload.token}`)}
            className={style.manage}
            aria-label={t('mine.manageOf', { title })}
          >
            {t('mine.manage')}
          </Anchor>
          <Button
            variant="subtle"
            color="gray"
            h={44}
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
