import { PageTitle } from '#web/features/admin/frame/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export const GroupPage = () => {
  const { t } = useTexts()
  return <PageTitle title={t('group.untitled')} />
}
