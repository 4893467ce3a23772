import { Button, type ButtonProps } from '@mantine/core'
import { useRef } from 'react'
import { imageTypeNames } from '#contract/limits.ts'

// Naming only these makes an iPhone convert its HEIC photos to JPEG. Others offer only what is named: the page converts those.
const converts = /iPhone|iPad|Macintosh/.test(navigator.userAgent)
const photoTypes = (converts ? imageTypeNames : [...imageTypeNames, 'image/heic', 'image/heif', 'image/avif']).join(',')

interface FileButtonProps extends ButtonProps {
  readonly id?: string
  readonly camera?: boolean
  /** Of one file that is no photo. */
  readonly accept?: string
  readonly onOpen?: () => void
  readonly onFiles: (files: File[]) => void
}

/** A button that opens the file chooser of a hidden input. */
export const FileButton = ({ camera = false, accept, onOpen, onFiles, ...button }: FileButtonProps) => {
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
        accept={accept ?? photoTypes}
        multiple={!camera && !accept}
        capture={camera ? 'environment' : undefined}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file can be chosen again after it was removed or refused.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
