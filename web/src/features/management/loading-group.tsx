import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import style from './group-editor.module.css'

export const LoadingGroup = () => {
  const { t } = useTranslation('management')
  return (
    <div className={style.page} aria-busy="true">
      <VisuallyHidden component="h1">{t('loading')}</VisuallyHidden>
      <div className={style.loading}>
        <Skeleton height={44} width="60%" radius="md" />
        <Skeleton height={22} width="45%" radius="md" />
        <Skeleton height={132} mt="md" radius="lg" />
      </div>
      <div className={style.loadingPhotos}>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className={style.loadingPhoto} radius={4} />
        ))}
      </div>
    </div>
  )
}
