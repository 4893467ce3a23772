import { Button } from '@mantine/core'
import { useState } from 'react'
import { focusSoon } from '#web/components/focus-soon.ts'
import { CaptionField, type CaptionFieldProps } from './caption-field.tsx'
import { t } from './texts/texts.ts'

/** What one sees in a photo, for people who do not see it: folded until it is written or wanted, then for each photo. */
export const AltTextField = ({ id, ...props }: CaptionFieldProps) => {
  const [unfolded, unfold] = useState(false)
  const { photo, place } = props
  const field = id ?? `altText-${photo.id}`
  if (!unfolded && photo.altText === '') {
    const open = () => {
      unfold(true)
      focusSoon(field)
    }
    return (
      <div>
        <Button variant="subtle" color="gray" size="sm" px={0} maw="100%" onClick={open}>
          {t('altText.add')}
        </Button>
      </div>
    )
  }
  return (
    <CaptionField
      {...props}
      id={field}
      what="altText"
      label={t('altText.label')}
      placeholder={t('altText.hint')}
      aria-label={t('altText.of', place)}
      onFocus={() => unfold(true)}
    />
  )
}
