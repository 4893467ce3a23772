import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { EmptyFrames } from '#web/components/empty-frames.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import { Wordmark } from '#web/components/wordmark.tsx'
import style from './start-screen.module.css'
import { useTexts } from './texts/texts.ts'

interface StartScreenProps {
  readonly groups: number
  readonly photos: number
  readonly onStart: () => void
}

/** Full screen needs one gesture: made here. */
export const StartScreen = ({ groups, photos, onStart }: StartScreenProps) => {
  const { t } = useTexts()
  return (
    <>
      <header className={style.head}>
        <Wordmark reload />
        <LanguageSwitch />
      </header>
      <main className="slideshow-start">
        <div className={`slideshow-wall ${style.wall}`}>
          <EmptyFrames empty={groups === 0} />
        </div>
        <h1>{t('title')}</h1>
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
          <p className={style.count}>
            {groups > 0 && `${t('groups', { count: groups })}, ${t('photos', { count: photos })}`}
          </p>
        </div>
      </main>
    </>
  )
}
