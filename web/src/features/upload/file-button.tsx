import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface FileButtonProps extends ButtonProps {
  readonly id?: string
  readonly accept: string
  readonly camera?: boolean
  readonly onOpen?: () => void
  readonly onFiles: (files: File[]) => void
}

/** A button that opens the chooser of a real file input. */
export const FileButton = ({ accept, camera = false, onOpen, onFiles, ...button }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          onOpen?.()
          input.current?.click()
        }}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        {...(camera ? { capture: 'environment' } : { multiple: true })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file can be chosen again after it was removed.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
