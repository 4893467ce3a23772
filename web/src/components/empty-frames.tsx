import style from './empty-frames.module.css'

/** Decoration: frames on a rail, one of them filled unless `empty`. */
export const EmptyFrames = ({ empty = false }: { empty?: boolean }) => (
  <svg className={style.wall} viewBox="0 0 360 96" aria-hidden="true">
    <path className={style.rail} d="M0 4h360" />
    <Frame x={22} y={34} width={62} height={46} />
    <Frame x={112} y={26} width={44} height={58} />
    <Frame x={186} y={30} width={50} height={50} filled={!empty} />
    <Frame x={264} y={36} width={72} height={44} />
  </svg>
)

interface FrameProps {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly filled?: boolean
}

const Frame = ({ x, y, width, height, filled = false }: FrameProps) => {
  const middle = x + width / 2
  return (
    <g>
      <path className={style.wire} d={`M${middle} 4L${middle - 12} ${y}M${middle} 4L${middle + 12} ${y}`} />
      <rect className={style.frame} x={x} y={y} width={width} height={height} rx="2" />
      <rect
        className={filled ? style.picture : style.mat}
        x={x + 9}
        y={y + 9}
        width={width - 18}
        height={height - 18}
        rx="1"
      />
    </g>
  )
}
