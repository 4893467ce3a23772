import { type CSSProperties, useLayoutEffect, useRef } from 'react'

interface DrawnProps {
  /** Drawn before; it is only hung up. */
  readonly canvas: HTMLCanvasElement | undefined
  readonly className: string | undefined
  readonly style?: CSSProperties
}

export const Drawn = ({ canvas, className, style }: DrawnProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    frame.current?.replaceChildren(...(canvas ? [canvas] : []))
  }, [canvas])
  return <div ref={frame} className={className} style={style} />
}
