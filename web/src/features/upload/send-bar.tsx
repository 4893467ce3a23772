import { Anchor, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Missing } from './draft/missing.ts'
import style from './send-bar.module.css'

interface SendBarProps {
  readonly count: number
  readonly missing: readonly Missing[]
  readonly onSend: () => void
}

const goTo = (target: string) => {
  const element = document.getElementById(target)
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

/** The button can be reached while it is disabled, so that everyone learns what is missing. */
export const SendBar = ({ count, missing, onSend }: SendBarProps) => {
  const { t } = useTranslation()
  const first = missing[0]
  return (
    <div className={style.bar}>
      <Button
        size="xl"
        fullWidth
        className={style.button}
        leftSection={<IconSend size={22} />}
        aria-disabled={first !== undefined}
        aria-describedby={first && 'send-missing'}
        data-disabled={first !== undefined}
        onClick={() => (first ? goTo(first.target) : onSend())}
      >
        {t('send.button', { count })}
      </Button>
      <div id="send-missing" className={style.missing} aria-live="polite">
        {first && (
          <>
            <span>{t('send.missing')}</span>
            <ul>
              {missing.map(({ what, target, n }) => (
                <li key={target}>
                  <Anchor component="button" type="button" className={style.link} onClick={() => goTo(target)}>
                    {t(`send.${what}`, { n })}
                  </Anchor>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
