import 'yet-another-react-lightbox/styles.css'
import { useRef } from 'react'
import YetAnotherLightbox, {
  type Labels,
  MODULE_NAVIGATION,
  type Plugin,
  type SlideImage,
} from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import style from './photo-stage.module.css'

interface PhotoStageProps {
  readonly slides: readonly SlideImage[]
  readonly index: number
  readonly show: (index: number) => void
  readonly labels: Labels
}

/** The dialog handles the arrow keys. */
const withoutNavigation: Plugin = ({ remove }) => remove(MODULE_NAVIGATION)
const plugins = [Inline, Zoom, withoutNavigation]

/** One large photo of several: swiped with a finger, zoomed by wheel, pinch and double tap. */
export const PhotoStage = ({ slides, index, show, labels }: PhotoStageProps) => {
  // The stage also reports its old photo again while it moves to the requested one.
  const viewed = useRef(index)
  const view = (now: number) => {
    if (now === viewed.current) return
    viewed.current = now
    if (now !== index) show(now)
  }
  return (
    <div className={style.stage}>
      <YetAnotherLightbox
        index={index}
        slides={[...slides]}
        plugins={plugins}
        on={{ view: ({ index: now }) => view(now) }}
        carousel={{ finite: true, padding: 0, preload: 2 }}
        animation={{ swipe: 200, navigation: 0 }}
        zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
        labels={labels}
      />
    </div>
  )
}
