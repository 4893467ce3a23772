import { queryClient } from '#web/api/query-client.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { LogoutButton } from '#web/features/admin/accounts/auth/own-password.tsx'
import { SecondFactors } from '#web/features/admin/accounts/second-factor/second-factors.tsx'
import { session } from '#web/features/admin/shared/auth/session.ts'
import { PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { t } from '#web/features/admin/texts/texts.ts'

const goOn = () => void queryClient.invalidateQueries({ queryKey: session.queryKey })

/** Nothing else works until the account has a second factor (D53). */
export const MissingFactorPage = () => (
  <PageFrame>
    <PageTitle title={t('factors.missingTitle')} text={t('factors.missingText')} />
    <div className="section">
      <SecondFactors onSetUp={goOn} />
      <div className="actions">
        <LogoutButton />
      </div>
    </div>
  </PageFrame>
)
