import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { BareWall } from '#web/components/bare-wall.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import { Wordmark } from '#web/components/wordmark.tsx'
import style from './start-screen.module.css'
import { useTexts } from './texts/texts.ts'

interface StartScreenProps {
  readonly groups: number
  readonly photos: number
  readonly onStart: () => void
}

/** Full screen needs one gesture: this is where it is made. */
export const StartScreen = ({ groups, photos, onStart }: StartScreenProps) => {
  const { t } = useTexts()
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <Wordmark />
        <LanguageSwitch />
      </header>
      <main className={style.middle}>
        <div className={style.wall}>
          <BareWall empty={groups === 0} />
        </div>
        <h1>{t('title')}</h1>
        <p className={style.lead}>{t('lead')}</p>
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
      </main>
    </div>
  )
}
