import { useLayoutEffect, useRef } from 'react'

interface CanvasProps {
  /** Already drawn; inserted unchanged. */
  readonly canvas: HTMLCanvasElement | undefined
  readonly className: string | undefined
}

export const Canvas = ({ canvas, className }: CanvasProps) => {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    frame.current?.replaceChildren(...(canvas ? [canvas] : []))
  }, [canvas])
  return <div ref={frame} className={className} />
}
