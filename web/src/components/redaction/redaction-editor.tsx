import { Button } from '@mantine/core'
import { IconFaceId, IconMinus, IconPlus, IconSquarePlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Region } from '#contract/shapes.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { announce } from '#web/components/announcer.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { focusSoon } from '#web/components/focus-soon.ts'
import { Note } from '#web/components/note.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { DrawingArea } from './drawing-area.tsx'
import { findFaces } from './faces/find-faces.ts'
import style from './redaction.module.css'
import { regionAround, scaledBy } from './regions.ts'
import { t } from './texts/texts.ts'
import { focusRegion } from './use-drawing.ts'
import { type Regions, useRegions } from './use-regions.ts'

export interface RedactionEditorProps {
  readonly image: {
    readonly id: number
    readonly filePath: string
    readonly imageDescription?: string | null
    readonly altText?: string | null
  }
  /** Regions in shares of the photo as shown. The dialog shows the error when this rejects, and closes when it resolves. */
  readonly onRedact: (regions: Region[]) => Promise<unknown>
  readonly onClose: () => void
  /** Further effects of the redaction. */
  readonly children?: ReactNode
}

/** Marks regions of a photo and makes them unrecoverable. */
export const RedactionEditor = ({ image, onRedact, onClose, children }: RedactionEditorProps) => {
  const regions = useRegions()
  const [photo, setPhoto] = useState<HTMLImageElement>()
  const [broken, setBroken] = useState(false)
  const redact = useMutation({
    mutationFn: () => onRedact(regions.marked.map(({ region }) => region)),
    onSuccess: () => {
      announce(t('done'))
      onClose()
    },
  })
  const remove = (id: number) => {
    const next = regions.remove(id)
    focusSoon(next ? `region-${next}` : 'add-region')
  }
  return (
    <Dialog open size={960} closeOnClickOutside={false} title={t('title')} closeLabel={t('cancel')} onClose={onClose}>
      <p>{t('help')}</p>
      <div className="stack" inert={redact.isPending}>
        {broken ? (
          <Failure text={t('broken')} />
        ) : (
          <DrawingArea
            src={withBasePath(image.filePath)}
            alt={image.altText || image.imageDescription || ''}
            regions={regions}
            onLoad={setPhoto}
            onError={() => setBroken(true)}
            onRemove={remove}
          />
        )}
        <RedactionTools photo={photo} regions={regions} onRemove={remove} />
      </div>
      <p id="redaction-keys" className={`soft ${style.keys}`}>
        {t('keys')}
      </p>
      {children}
      {redact.error && <Failure text={errorSentence(redact.error)} />}
      <div className={`actions actions-growing ${style.actions}`}>
        <p className={style.effect}>{t('effect')}</p>
        <Button
          color="red"
          size="md"
          disabled={regions.marked.length === 0}
          loading={redact.isPending}
          onClick={() => redact.mutate()}
        >
          {t('confirm')}
        </Button>
        <Button variant="default" size="md" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

const Failure = ({ text }: { readonly text: string }) => <Note kind="danger">{text}</Note>

interface RedactionToolsProps {
  readonly photo: HTMLImageElement | undefined
  readonly regions: Regions
  readonly onRemove: (id: number) => void
}

/** What drawing does, as buttons. */
const RedactionTools = ({ photo, regions, onRemove }: RedactionToolsProps) => {
  const { selected, full } = regions
  const add = () => {
    if (photo) focusRegion(regions.add(regionAround({ x: 0.5, y: 0.5 }, sizeOf(photo))))
  }
  const scale = (factor: number) => selected && regions.change(selected.id, (region) => scaledBy(region, factor))
  const tool = (text: string, icon: ReactNode, onClick: () => void) => (
    <Button variant="default" leftSection={icon} disabled={!selected} onClick={onClick}>
      {text}
    </Button>
  )
  return (
    <div className="actions">
      <Button
        id="add-region"
        variant="default"
        leftSection={<IconSquarePlus size={18} />}
        disabled={!photo || full}
        onClick={add}
      >
        {t('add')}
      </Button>
      {photo && <FaceButton photo={photo} regions={regions} />}
      {tool(t('smaller'), <IconMinus size={18} />, () => scale(1 / 1.2))}
      {tool(t('larger'), <IconPlus size={18} />, () => scale(1.2))}
      {tool(t('remove'), <IconTrash size={18} />, () => selected && onRemove(selected.id))}
    </div>
  )
}

const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({ width: naturalWidth, height: naturalHeight })

/** Proposes a region for each face in the photo. */
const FaceButton = ({ photo, regions }: { readonly photo: HTMLImageElement; readonly regions: Regions }) => {
  const [searching, setSearching] = useState(false)
  const [result, setResult] = useState<string>()
  const find = async () => {
    setSearching(true)
    const faces = await findFaces(photo)
    setSearching(false)
    if (faces) regions.propose(faces)
    const sentence = faces ? t('found', { count: faces.length }) : t('findFailed')
    setResult(sentence)
    announce(sentence)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFaceId size={18} />}
        loading={searching}
        disabled={regions.full}
        onClick={() => void find()}
      >
        {t('find')}
      </Button>
      {result && !searching && <p className={style.found}>{result}</p>}
    </>
  )
}
