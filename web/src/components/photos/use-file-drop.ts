import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Receives files dropped anywhere on the page; true while files are dragged over it. */
export const useFileDrop = (onFiles: (files: File[]) => void): boolean => {
  const [isOver, setOver] = useState(false)
  // Entering a child fires before leaving its parent.
  const depth = useRef(0)
  const setDepth = (next: number) => {
    depth.current = Math.max(0, next)
    setOver(depth.current > 0)
  }
  useWindowEvent('dragenter', (event) => {
    if (hasFiles(event)) setDepth(depth.current + 1)
  })
  useWindowEvent('dragleave', (event) => {
    if (hasFiles(event)) setDepth(depth.current - 1)
  })
  useWindowEvent('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
  useWindowEvent('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setDepth(0)
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
  return isOver
}
