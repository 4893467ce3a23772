import '#web/i18n/later/texts.ts'
import { isolated } from '#contract/site/languages.ts'
import { Note } from '#web/components/note.tsx'
import { formatBytes } from '#web/i18n/format.ts'
import { i18n, t } from '#web/i18n/i18n.ts'
import type { Rejected, UploadLimits } from './check-files.ts'

interface RejectedFilesProps {
  readonly files: readonly Rejected[]
  readonly limits: UploadLimits
  readonly onClose: () => void
}

/** Names each file that was not added, grouped by reason. */
export const RejectedFiles = ({ files, limits, onClose }: RejectedFilesProps) => {
  if (files.length === 0) return null
  const sentence = ({ reason, size, pixels = 0 }: Rejected) =>
    reason === 'damaged'
      ? t('errors.DAMAGED_IMAGE')
      : t(`rejected.${reason}`, {
          size: formatBytes(size),
          mb: limits.maxFileSizeMb,
          pixels: Math.ceil(pixels / 1e6),
          max: reason === 'pixels' ? limits.maxImagePixels / 1e6 : limits.maxImagesPerGroup,
        })
  const bySentence = new Map<string, Rejected[]>()
  for (const file of files) bySentence.set(sentence(file), [...(bySentence.get(sentence(file)) ?? []), file])
  return (
    <Note id="rejected-files" kind="warning" title={t('rejected.title', { count: files.length })} onClose={onClose}>
      <ul className="stack" style={{ gap: '0.625rem' }}>
        {[...bySentence].map(([text, group]) => (
          <li key={text}>
            <strong>{group.map(({ name }) => isolated(name, i18n.language)).join(', ')}</strong>
            <br />
            {text}
          </li>
        ))}
      </ul>
    </Note>
  )
}
