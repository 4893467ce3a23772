import { Button } from '@mantine/core'
import { IconFaceId } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/components/announcer.tsx'
import style from '#web/components/redaction/redaction.module.css'
import type { Regions } from '#web/components/redaction/use-regions.ts'
import { findFaces } from './find-faces.ts'

interface FaceButtonProps {
  readonly photo: HTMLImageElement
  readonly regions: Regions
}

/** Proposes a region for each face in the photo. */
export const FaceButton = ({ photo, regions }: FaceButtonProps) => {
  const { t } = useTranslation('redaction')
  const [searching, setSearching] = useState(false)
  const [result, setResult] = useState<string>()
  const find = async () => {
    setSearching(true)
    const faces = await findFaces(photo)
    setSearching(false)
    if (faces) regions.propose(faces)
    const sentence = faces ? t('found', { total: faces.length }) : t('findFailed')
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
