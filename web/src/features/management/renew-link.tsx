import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { ActionError } from './action-error.tsx'
import { renewLink } from './managed-group.ts'
import { finishRenewal, tokenToAskFor } from './renewal.ts'
import { t } from './texts/texts.ts'

/** Replaces a link that others know (D73). */
export const RenewLink = ({ token }: { readonly token: string }) => {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const renew = useMutation({
    mutationFn: () => renewLink(token, tokenToAskFor(token)),
    onSuccess: async (renewed) => {
      finishRenewal(token, renewed)
      announce(t('renew.done'))
      await navigate({ to: '/manage/$token', params: { token: renewed }, hash: 'link-title', replace: true })
    },
  })
  const limited = useLimited(renew.error)
  const close = () => {
    renew.reset()
    setAsking(false)
  }
  return (
    <>
      <Button variant="default" size="md" leftSection={<IconRefresh size={20} />} onClick={() => setAsking(true)}>
        {t('renew.button')}
      </Button>
      <Dialog open={asking} onClose={close} title={t('renew.title')} closeLabel={t('renew.no')}>
        <p>{t('renew.text')}</p>
        {renew.error && <ActionError error={renew.error} />}
        <div className="actions actions-growing">
          <Button size="md" loading={renew.isPending} disabled={limited} onClick={() => renew.mutate()}>
            {t('renew.yes')}
          </Button>
          <Button variant="default" size="md" data-autofocus onClick={close}>
            {t('renew.no')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
