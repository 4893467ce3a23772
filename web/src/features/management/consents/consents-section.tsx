import { Button, Skeleton } from '@mantine/core'
import { IconDeviceTv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { platforms } from '#web/api/platforms.ts'
import { PlatformIcon } from '#web/components/platform-icon.tsx'
import groupStyle from '#web/features/management/group-editor.module.css'
import type { OwnGroup, PlatformConsent } from '#web/features/management/managed-group.ts'
import { t } from '#web/features/management/texts/texts.ts'
import { day } from '#web/i18n/format.ts'
import { ConsentSwitch } from './consent-switch.tsx'
import style from './consents-section.module.css'

export const ConsentsSection = ({ token, group }: OwnGroup) => {
  const { data: offered, isPending, isError, refetch } = useQuery(platforms)
  const rows = platformRows(offered, group.socialMediaConsents)
  return (
    <section aria-labelledby="consents-title" className="stack">
      <div>
        <h2 id="consents-title">{t('consents.title')}</h2>
        <p className={groupStyle.hint}>{t('consents.hint')}</p>
      </div>
      <ul className={`sheet lined ${style.paper}`}>
        <Workshop token={token} group={group} />
        {rows.map((row) => (
          <PlatformSwitch key={row.id} token={token} row={row} />
        ))}
        {isPending && rows.length === 0 && (
          <li className={style.waiting}>
            <Skeleton height={56} radius="md" />
          </li>
        )}
        {isError && (
          <li className={style.waiting}>
            <p>{t('consents.failed')}</p>
            <Button variant="default" onClick={() => refetch()}>
              {t('failed.again')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

type PlatformRow = ReturnType<typeof platformRows>[number]

const PlatformSwitch = ({ token, row }: { readonly token: string; readonly row: PlatformRow }) => {
  const { id, icon, platformName, displayName: name, isOffered, given, since } = row
  // Our own pages show a withdrawn photo no longer; elsewhere the team removes it.
  const revoke = platformName === 'website' ? 'consents.revokeWebsite' : 'consents.revokePlatform'
  return (
    <ConsentSwitch
      token={token}
      icon={<PlatformIcon name={icon} />}
      name={name}
      detail={isOffered ? t('consents.platformDetail') : t('consents.gone')}
      given={given}
      since={since ? t(given ? 'consents.given' : 'consents.revoked', { date: day(since) }) : t('consents.never')}
      platformId={id}
      effect={t(given ? revoke : 'consents.restorePlatform', { name })}
      locked={!isOffered && !given}
    />
  )
}

const Workshop = ({ token, group }: OwnGroup) => {
  const { workshopRevokedTimestamp: revoked, consent_timestamp: given, exhibitionEndedAt: ended } = group
  const isGiven = group.display_in_workshop
  const since = () => {
    if (revoked !== null) return t('consents.revoked', { date: day(revoked) })
    return given === null ? t('consents.notAsked') : t('consents.given', { date: day(given) })
  }
  const effectOf = () => {
    if (ended !== null) return t('state.endedText', { name: group.exhibition.name, date: day(ended) })
    const effect = isGiven ? 'consents.revokeWorkshop' : 'consents.restoreWorkshop'
    return t(group.isApproved ? effect : `${effect}Awaiting`)
  }
  return (
    <ConsentSwitch
      token={token}
      icon={<IconDeviceTv size={22} stroke={1.6} aria-hidden="true" />}
      name={t('consents.workshop')}
      detail={t('consents.workshopDetail')}
      given={isGiven}
      since={since()}
      platformId={null}
      effect={effectOf()}
      locked={false}
    />
  )
}

/**
 * The offered platforms with their consents, then those no longer offered that have a consent: one that is not offered can
 * only be withdrawn. Until the offered ones are loaded, all with a consent count as offered.
 */
const platformRows = (
  offered: Answer<'GET /api/social-media/platforms'> | undefined,
  consents: readonly PlatformConsent[],
) => {
  const others = consents.filter(({ platformId }) => !offered?.some((platform) => platform.platform_id === platformId))
  const platforms = [
    ...(offered ?? []).map(({ platform_id: id, icon_name: icon, platform_name: platformName, display_name }) => ({
      id,
      icon,
      platformName,
      displayName: display_name,
      isOffered: true,
    })),
    ...others.map(({ platformId: id, platformName, displayName }) => ({
      id,
      icon: platformName,
      platformName,
      displayName,
      isOffered: offered === undefined,
    })),
  ]
  return platforms.map((platform) => {
    const consent = consents.find(({ platformId }) => platformId === platform.id)
    const given = consent?.consented === true && !consent.revoked
    /** When it was given or withdrawn; null when it never was. */
    const since = (consent?.revoked ? consent.revokedTimestamp : consent?.consentTimestamp) ?? null
    return { ...platform, given, since }
  })
}
