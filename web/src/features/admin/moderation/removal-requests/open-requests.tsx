import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './open-requests.module.css'
import { RequestRow } from './request-row.tsx'
import { openRequests } from './requests.ts'

/** Who wants a photo removed, before everything else that waits. */
export const OpenRequests = () => {
  const { t } = useTexts()
  const { data } = useQuery(openRequests)
  if (data === undefined || data.requests.length === 0) return null
  return (
    <section className={style.section} aria-labelledby="removal-requests">
      <h2 id="removal-requests">{t('removalRequests.title', { count: data.total })}</h2>
      <ul className={style.list}>
        {data.requests.map((request, index) => (
          <RequestRow key={request.requestId} request={request} hasKeys={index === 0} />
        ))}
      </ul>
    </section>
  )
}
