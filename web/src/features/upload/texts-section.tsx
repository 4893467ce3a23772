import { type Dispatch, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { staff } from '#web/api/site.ts'
import { FactsLine } from '#web/components/facts-line.tsx'
import { Fold } from '#web/components/fold.tsx'
import { GroupTextFields, YearField } from '#web/components/group-texts/group-text-fields.tsx'
import type { Photo } from '#web/components/photos/photo.ts'
import { t } from '#web/i18n/i18n.ts'
import { CaptionForAll } from './caption-for-all.tsx'
import type { DraftChange, Texts } from './draft/draft.ts'

interface TextsSectionProps {
  readonly photos: readonly Photo[]
  readonly texts: Texts
  readonly change: Dispatch<DraftChange>
}

/** Folded where there is little room. What it already says is shown: a name that the device remembers is sent, too. */
export const TextsSection = memo(({ photos, texts, change }: TextsSectionProps) => {
  // Nothing else tells it that the language has changed.
  useTranslation()
  const [startsOpen] = useState(() => window.matchMedia('(min-width: 48em)').matches)
  const setText = (field: keyof Texts, value: string) => change({ type: 'text', field, value })
  const year = <YearField value={texts.year} onChange={(value) => setText('year', value)} />
  const title = (
    <>
      <h2>{t('texts.heading')}</h2>
      <p className="soft">
        <FactsLine facts={[texts.title, texts.name, texts.year]} />
      </p>
    </>
  )
  return (
    <Fold title={title} open={startsOpen}>
      <p className="soft">{t('texts.hint')}</p>
      <GroupTextFields texts={texts} onText={setText} year={year} omit={staff && 'name'} />
      {photos.length > 1 && <CaptionForAll photos={photos} change={change} />}
    </Fold>
  )
})
