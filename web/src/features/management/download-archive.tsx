import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withBasePath } from '#web/api/base-path.ts'
import style from './group-editor.module.css'

/** Everything stored about the group (D73). */
export const DownloadArchive = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation('management')
  return (
    <section aria-labelledby="archive-title" className={style.section}>
      <div>
        <h2 id="archive-title">{t('archive.title')}</h2>
        <p className={style.hint}>{t('archive.text')}</p>
      </div>
      <div>
        <Button
          component="a"
          href={withBasePath(`/api/manage/${token}/archive`)}
          download
          variant="default"
          size="md"
          leftSection={<IconDownload size={20} />}
        >
          {t('archive.button')}
        </Button>
      </div>
    </section>
  )
}
