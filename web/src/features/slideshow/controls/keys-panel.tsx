import { useTexts } from '#web/features/slideshow/texts/texts.ts'
import style from './panel.module.css'

export const KeysPanel = () => {
  const { t } = useTexts()
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
    <section className={style.panel} aria-labelledby="keys-title">
      <h2 id="keys-title">{t('keys.title')}</h2>
      <dl className={style.rows}>
        {rows.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
