import { Anchor, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { isolated } from '#contract/site/languages.ts'
import { useStickyBar } from '#web/components/hooks/use-sticky-bar.ts'
import type { Rejected } from '#web/components/photos/check-files.ts'
import type { Photo } from '#web/components/photos/photo.ts'
import { formatBytes } from '#web/i18n/format.ts'
import { i18n, t } from '#web/i18n/i18n.ts'
import { type Missing, totalBytes } from './draft/draft.ts'
import style from './send-bar.module.css'

export interface SendBarProps {
  readonly photos: readonly Photo[]
  /** Files that were not added: the eye is at the button after a choice. */
  readonly rejected: readonly Rejected[]
  readonly missing: readonly Missing[]
  /** Sends by itself once all photos are ready. */
  readonly waits: boolean
  readonly onSend: () => void
}

const goTo = (target: string) => {
  const element = document.getElementById(target)
  const folded = element?.closest('details')
  if (folded) folded.open = true
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

/** Missing parts named together: more of them would fill the screen of a phone. */
const named = 2

const MissingParts = ({ missing }: Pick<SendBarProps, 'missing'>) => (
  <>
    <span>{t('send.missing')}</span>
    <ul className="row">
      {missing.slice(0, named).map(({ what, target, n }) => (
        <li key={target}>
          <Anchor component="button" type="button" className={style.link} onClick={() => goTo(target)}>
            {t(`missing.${what}`, { n })}
          </Anchor>
        </li>
      ))}
    </ul>
  </>
)

/** The button can be reached while it is disabled, so that every visitor can find out what is missing. */
export const SendBar = ({ photos, rejected, missing, waits, onSend }: SendBarProps) => {
  const bar = useStickyBar()
  const first = missing[0]
  return (
    <div ref={bar} className={`stack ${style.bar}`}>
      {rejected.length > 0 && (
        <Anchor
          component="button"
          type="button"
          className={`one-line ${style.rejected}`}
          onClick={() => goTo('rejected-files')}
        >
          <strong>{t('rejected.title', { count: rejected.length })}:</strong>{' '}
          {rejected.map(({ name }) => isolated(name, i18n.language)).join(', ')}
        </Anchor>
      )}
      <div className={`row soft ${style.facts}`}>
        <div id="send-missing" className={`row ${style.missing}`} aria-live="polite">
          {first && <MissingParts missing={missing} />}
        </div>
        <span className={style.size}>{formatBytes(totalBytes(photos))}</span>
      </div>
      <Button
        size="xl"
        fullWidth
        className={style.button}
        leftSection={<IconSend size={22} />}
        aria-disabled={waits || first !== undefined}
        aria-describedby={first && 'send-missing'}
        data-disabled={waits || first !== undefined}
        onClick={() => (first ? goTo(first.target) : onSend())}
      >
        {t('send.button', { count: photos.length })}
      </Button>
    </div>
  )
}
