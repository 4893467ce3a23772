import type { ReactNode } from 'react'
import { secondsRange } from '#contract/site/slideshow-options.ts'
import { isOptionName } from '#web/features/slideshow/options.ts'
import type { PhotoCache } from '#web/features/slideshow/player/photo-cache.ts'
import { useSavedScreen } from '#web/features/slideshow/screen/use-screen.ts'
import { t } from '#web/features/slideshow/texts/texts.ts'
import type { Slideshow } from '#web/features/slideshow/use-slideshow.ts'
import { formatBytes, inWorkshopTime } from '#web/i18n/format.ts'
import style from './panels.module.css'

type InfoPanelProps = Pick<Slideshow, 'playing' | 'options' | 'ignored' | 'awake'>

const time = (at: number) => inWorkshopTime(new Date(at), { timeStyle: 'medium' })

/** For the person who sets up the screen: what it shows, its options, and those it ignored. */
export const InfoPanel = ({ playing, options, ignored, awake }: InfoPanelProps) => {
  const { cache, index, steps, groupCount, photoCount, answeredAt } = playing
  const { seconds, order, years } = options
  const name = useSavedScreen()?.name
  return (
    <Panel name="info">
      {name !== undefined && <Row name={t('pairing.named')}>{name}</Row>}
      <Row name={t('info.onDisplay')}>
        {t('groups', { count: groupCount })}, {t('photos', { count: photoCount })}
      </Row>
      {index >= 0 && (
        <Row name={t('info.position')}>{t('info.positionText', { number: index + 1, count: steps.length })}</Row>
      )}
      <Row name={t('info.seconds')}>{t('info.secondsText', { count: seconds })}</Row>
      <Row name={t('info.order')}>{t(`info.orders.${order}`)}</Row>
      <Row name={t('info.years')}>{years ? `${years.from}–${years.to}` : t('info.allYears')}</Row>
      <Row name={t('info.answered')}>{answeredAt === undefined ? t('info.never') : time(answeredAt)}</Row>
      {cache && <Row name={t('info.kept')}>{cacheText(cache)}</Row>}
      <Row name={t('info.awake')}>{t(awake ? 'info.yes' : 'info.no')}</Row>
      {ignored.map(({ name, value }) => (
        <Row key={`${name}=${value}`} name={t('info.ignored')}>
          <code>{value === '' ? name : `${name}=${value}`}</code> {expected(name)}
        </Row>
      ))}
    </Panel>
  )
}

const Panel = ({ name, children }: { name: 'info' | 'keys'; children: ReactNode }) => (
  <section className={style.panel} aria-labelledby={`${name}-title`}>
    <h2 id={`${name}-title`}>{t(`${name}.title`)}</h2>
    <dl className={style.rows}>{children}</dl>
  </section>
)

const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt className="soft">{name}</dt>
    <dd className="breakable">{children}</dd>
  </div>
)

const cacheText = ({ bytes, budget, persistent }: PhotoCache): string => {
  const used = formatBytes(bytes())
  return persistent ? t('info.keptText', { used, most: formatBytes(budget) }) : t('info.notOffline', { used })
}

const expected = (name: string): string =>
  isOptionName(name) ? t(`info.expected.${name}`, secondsRange) : t('info.unknown')

export const KeysPanel = () => {
  const rows: [readonly string[], string][] = [
    [[t('keys.space')], t('keys.spaceText')],
    [['←', '→'], t('keys.arrows')],
    [['↑', '↓'], t('keys.groupArrows')],
    [['F'], t('keys.f')],
    [['I'], t('keys.i')],
    [['P'], t('keys.p')],
    [['?'], t('keys.help')],
    [['Esc'], t('keys.esc')],
  ]
  return (
    <Panel name="keys">
      {rows.map(([keys, text]) => (
        <Row key={text} name={keys.map((key) => <kbd key={key}>{key}</kbd>)}>
          {text}
        </Row>
      ))}
    </Panel>
  )
}
