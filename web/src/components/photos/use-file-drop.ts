import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'

const useFileEvent = (type: 'dragenter' | 'dragleave' | 'dragover' | 'drop', act: (event: DragEvent) => void) =>
  useWindowEvent(type, (event) => event.dataTransfer?.types.includes('Files') && act(event))

/** Receives files dropped anywhere on the page; true while files are dragged over it. */
export const useFileDrop = (onFiles: (files: File[]) => void): boolean => {
  const [isOver, setOver] = useState(false)
  // Entering a child fires before leaving its parent.
  const depth = useRef(0)
  const setDepth = (next: number) => {
    depth.current = Math.max(0, next)
    setOver(depth.current > 0)
  }
  useFileEvent('dragenter', () => setDepth(depth.current + 1))
  useFileEvent('dragleave', () => setDepth(depth.current - 1))
  useFileEvent('dragover', (event) => event.preventDefault())
  useFileEvent('drop', (event) => {
    event.preventDefault()
    setDepth(0)
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
  return isOver
}
