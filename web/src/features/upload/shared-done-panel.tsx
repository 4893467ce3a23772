import { Button } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { uploadPath } from '#web/api/site.ts'
import { removeLocal } from '#web/components/local-store.ts'
import doneStyle from './done-panel.module.css'
import { t } from './texts/texts.ts'
import { type Received, ThankYou } from './thank-you.tsx'

const clearsAfterSeconds = 120

/** Loads a new page, in the language of the device: nothing about the visitor stays in memory either. */
const clearPage = () => {
  removeLocal('werkschau-language')
  location.replace(withBasePath(`${uploadPath}?device=shared`))
}

/** The last page on a shared device: shows the link to take along, for two minutes (D69). */
export const SharedDonePanel = (received: Received) => {
  const left = useSecondsLeft(clearsAfterSeconds, clearPage)
  const { managementUrl: url } = received.answer
  return (
    <ThankYou {...received}>
      {url !== undefined && (
        <section aria-labelledby="link-title" className={`stack ${doneStyle.section}`}>
          <h2 id="link-title">{t('done.linkTitle')}</h2>
          <p className={doneStyle.warning}>{t('shared.link')}</p>
          <QRCodeSVG className="qr-code" value={url} size={208} marginSize={2} title={t('done.qr')} />
          <p className={`breakable ${doneStyle.warning}`} dir="ltr">
            {url}
          </p>
          {isOwnMachine(url) && <p className={doneStyle.warning}>{t('done.qrUnreachable')}</p>}
          <p>{t('done.linkText')}</p>
          <p>{t('done.linkWarning')}</p>
        </section>
      )}
      <div className={`row screen-only ${doneStyle.actions}`}>
        <Button size="md" onClick={clearPage}>
          {t('shared.clear')}
        </Button>
        <p className="soft">{t('shared.clears', { count: left })}</p>
      </div>
    </ThankYou>
  )
}

/** Counts down, and calls `onEnd` at zero; by the clock, because a locked screen stops timers. */
const useSecondsLeft = (seconds: number, onEnd: () => void): number => {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1_000
    const timer = setInterval(() => {
      const now = Math.ceil((endsAt - Date.now()) / 1_000)
      if (now > 0) return setLeft(now)
      clearInterval(timer)
      end()
    }, 1_000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
