import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** In place of a group that is about to be deleted. */
export const BeingDeleted = () => {
  const { t } = useTexts()
  return (
    <PageTitle title={t('group.leavingTitle')} text={t('group.leavingText')}>
      <Button component={Link} to="/admin/moderation" h={44}>
        {t('group.toQueue')}
      </Button>
    </PageTitle>
  )
}
