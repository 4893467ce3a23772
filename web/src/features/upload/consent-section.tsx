import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { platforms } from '#web/api/platforms.ts'
import { site } from '#web/api/site.ts'
import { PlatformIcon } from '#web/components/platform-icon.tsx'
import { t } from '#web/i18n/i18n.ts'
import style from './consent-section.module.css'
import type { Consents } from './draft/draft.ts'

interface ConsentSectionProps {
  readonly consents: Consents
  readonly onChange: (consents: Consents) => void
}

export const ConsentSection = memo(({ consents, onChange }: ConsentSectionProps) => {
  // Nothing else tells it that the language has changed.
  useTranslation()
  return (
    <section aria-labelledby="consents-title" className="stack">
      <h2 id="consents-title">{t('consents.title')}</h2>
      <div className={`stack sheet ${style.paper}`}>
        <Checkbox
          id="consent-workshop"
          checked={consents.workshop}
          required
          classNames={{ body: style.body, label: style.label, description: style.detail }}
          label={
            <>
              {t('consents.workshop')} <span className={style.required}>{t('consents.workshopRequired')}</span>
            </>
          }
          description={t('consents.workshopDetail')}
          onChange={(event) => onChange({ ...consents, workshop: event.currentTarget.checked })}
        />
        {site.minors !== 'off' && (
          <Checkbox
            id="consent-minors"
            checked={consents.minors}
            classNames={{ body: style.body, label: style.label }}
            label={t('consents.minors')}
            onChange={(event) => onChange({ ...consents, minors: event.currentTarget.checked })}
          />
        )}
        <Platforms consents={consents} onChange={onChange} />
      </div>
    </section>
  )
})

const Platforms = ({ consents, onChange }: ConsentSectionProps) => {
  const { data, isPending, isError, refetch } = useQuery(platforms)
  if (data?.length === 0) return null
  const toggle = (id: number, checked: boolean) => {
    const others = consents.platformIds.filter((one) => one !== id)
    onChange({ ...consents, platformIds: checked ? [...others, id].sort((a, b) => a - b) : others })
  }
  return (
    <fieldset className={`stack ${style.platforms}`}>
      <legend>{t('consents.platformsTitle')}</legend>
      <p className={`soft ${style.hint}`}>{t('consents.platformsHint')}</p>
      {isPending && [1, 2, 3].map((n) => <Skeleton key={n} height={44} radius="md" />)}
      {isError && (
        <div className={`stack ${style.failed}`}>
          <p>{t('consents.platformsFailed')}</p>
          <Button variant="default" onClick={() => refetch()}>
            {t('consents.retry')}
          </Button>
        </div>
      )}
      {data?.map((platform) => (
        <Checkbox
          key={platform.platform_id}
          classNames={{ body: style.platform, label: `finger-link ${style.platformLabel}` }}
          checked={consents.platformIds.includes(platform.platform_id)}
          label={
            <>
              <PlatformIcon name={platform.icon_name} />
              {t('consents.platform', { name: platform.display_name })}
            </>
          }
          onChange={(event) => toggle(platform.platform_id, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
