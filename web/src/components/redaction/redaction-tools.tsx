import { Button } from '@mantine/core'
import { IconFaceId, IconMinus, IconPlus, IconSquarePlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/components/announcer.tsx'
import { findFaces } from './faces/find-faces.ts'
import style from './redaction.module.css'
import { regionAround, scaledBy } from './regions.ts'
import { focusRegion } from './use-drawing.ts'
import type { Regions } from './use-regions.ts'

interface RedactionToolsProps {
  readonly photo: HTMLImageElement | undefined
  readonly regions: Regions
  readonly onRemove: (id: number) => void
}

/** What drawing does, as buttons. */
export const RedactionTools = ({ photo, regions, onRemove }: RedactionToolsProps) => {
  const { t } = useTranslation('redaction')
  const { selected, full } = regions
  const add = () => {
    if (photo) focusRegion(regions.add(regionAround({ x: 0.5, y: 0.5 }, sizeOf(photo))))
  }
  const scale = (factor: number) => selected && regions.change(selected.id, (region) => scaledBy(region, factor))
  const tool = (text: string, icon: ReactNode, onClick: () => void) => (
    <Button h={44} variant="default" leftSection={icon} disabled={!selected} onClick={onClick}>
      {text}
    </Button>
  )
  return (
    <div className={style.tools}>
      <Button
        id="add-region"
        h={44}
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
  const { t } = useTranslation('redaction')
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
        h={44}
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
