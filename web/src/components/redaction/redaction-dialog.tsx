import { lazyPart } from '#web/components/lazy-part.tsx'
import type { RedactionEditorProps } from './redaction-editor.tsx'

interface RedactionDialogProps extends Omit<RedactionEditorProps, 'image'> {
  /** Closed when undefined. */
  readonly image: RedactionEditorProps['image'] | undefined
}

const { Part: RedactionEditor } = lazyPart(async () => (await import('./redaction-editor.tsx')).RedactionEditor)

/** Asks which parts of a photo are to be made unrecoverable (D72). Loaded when it opens. */
export const RedactionDialog = ({ image, ...rest }: RedactionDialogProps) =>
  image && <RedactionEditor key={image.id} image={image} {...rest} />
