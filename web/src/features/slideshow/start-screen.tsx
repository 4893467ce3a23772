import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import { Wordmark } from '#web/components/wordmark.tsx'
import { useExhibitionName } from './exhibition.tsx'
import { PairingCode } from './screen/pairing-code.tsx'
import { pairing } from './screen/report.ts'
import { useSavedScreen } from './screen/use-screen.ts'
import style from './start-screen.module.css'
import { t } from './texts/texts.ts'
import { Unreachable } from './upload-code.tsx'
import { usePairing } from './use-slideshow.ts'

interface StartScreenProps {
  readonly groups: number
  readonly photos: number
  readonly exhibition: string
  readonly onStart: () => void
}

/** Full screen needs one gesture: made here. */
export const StartScreen = ({ groups, photos, exhibition, onStart }: StartScreenProps) => {
  const name = useExhibitionName(exhibition)
  const screen = useSavedScreen()
  return (
    <>
      <header className={`page-head ${style.head}`}>
        <Wordmark reload />
        <LanguageSwitch />
      </header>
      <main className="slideshow-start">
        <div className={`slideshow-wall ${style.wall}`}>
          <EmptyFrames empty={groups === 0} />
        </div>
        <h1>{t('title')}</h1>
        {name && <p dir="auto">{name}</p>}
        <p>{t('lead')}</p>
        <div className="slideshow-rest">
          <Button
            size="xl"
            className={style.start}
            leftSection={<IconPlayerPlayFilled size={22} aria-hidden="true" />}
            onClick={onStart}
            autoFocus
          >
            {t('start')}
          </Button>
          {screen?.name === undefined && <PairButton hasCode={screen?.code !== undefined} />}
          <p className={`soft ${style.count}`}>
            {groups > 0 && `${t('groups', { count: groups })}, ${t('photos', { count: photos })}`}
          </p>
          <div className={style.unreachable}>
            <Unreachable />
          </div>
        </div>
        <PairingCode />
      </main>
    </>
  )
}

const PairButton = ({ hasCode }: { readonly hasCode: boolean }) => {
  const isAsking = useIsMutating(pairing) > 0
  return (
    <Button variant="subtle" size="md" onClick={usePairing()} aria-pressed={hasCode || isAsking}>
      {t('pairing.title')}
    </Button>
  )
}
