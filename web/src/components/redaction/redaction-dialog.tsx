import { type ReactNode, Suspense } from 'react'
import type { Region } from '#contract/shapes.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'

export interface RedactionDialogProps {
  /** Closed when undefined. */
  readonly image:
    | { readonly id: number; readonly filePath: string; readonly imageDescription?: string | null }
    | undefined
  /** Regions in shares of the photo as shown. The dialog shows the error when this rejects, and closes when it resolves. */
  readonly onRedact: (regions: Region[]) => Promise<unknown>
  readonly onClose: () => void
  /** Further effects of the redaction. */
  readonly children?: ReactNode
}

const { Part: RedactionEditor } = lazyPart(() =>
  import('./redaction-editor.tsx').then((module) => module.RedactionEditor),
)

/** Asks which parts of a photo are to be made unrecoverable (D72). Loaded when it opens. */
export const RedactionDialog = ({ image, ...rest }: RedactionDialogProps) =>
  image && (
    <Suspense>
      <RedactionEditor key={image.id} image={image} {...rest} />
    </Suspense>
  )
