import { Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exhibitionsQuery } from '#web/features/admin/shared/exhibitions.ts'
import { GallerySection } from '#web/features/admin/shared/gallery-section.tsx'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import type { SectionProps } from './settings-query.ts'

/** One origin per line; the server refuses anything else. */
const linesOf = (text: string): string[] => {
  const lines = text.split('\n').map((line) => line.trim().replace(/\/$/, ''))
  return [...new Set(lines.filter((line) => line !== ''))]
}

/** While there is one exhibition its gallery is switched here, since no page speaks of exhibitions then (D83, D90). */
export const GallerySections = ({ form }: SectionProps) => {
  const { data = [] } = useQuery(exhibitionsQuery)
  const [main, ...others] = data
  const origins = form.get('embedOrigins') ?? []
  const [typed, setTyped] = useState<string>()
  return (
    <>
      {main && others.length === 0 && <GallerySection exhibition={main} />}
      {data.some(({ gallery }) => gallery) && (
        <Section id="gallery-rules" title={t('gallery.rules')}>
          <Switch {...form.flag('galleryIndexed')} />
          <Textarea
            {...form.field('embedOrigins')}
            autosize
            minRows={2}
            dir="ltr"
            spellCheck={false}
            value={typed !== undefined && linesOf(typed).join() === origins.join() ? typed : origins.join('\n')}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value)
              const lines = linesOf(value)
              form.onChange({ embedOrigins: lines.length === 0 ? null : lines })
            }}
          />
        </Section>
      )}
    </>
  )
}
