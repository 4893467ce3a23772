import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withBasePath } from '#web/api/base-path.ts'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { type Exhibition, mainExhibition } from './exhibitions.ts'
import { Section } from './page/page.tsx'
import { allPlatforms } from './queries.ts'
import { useAction } from './use-action.ts'

/** Switches the gallery of an exhibition on the web on and off, and says what is missing (D90). */
export const GallerySection = ({ exhibition }: { readonly exhibition: Exhibition }) => {
  const { id, slug, gallery, platformIds } = exhibition
  const { data: platforms } = useQuery(allPlatforms)
  const website = platforms?.find(({ platform_name: name }) => name === 'website')
  const isAsked = website?.is_active && (platformIds?.includes(website.platform_id) ?? true)
  const change = useAction({
    run: (on: boolean) => adminCall('PATCH /api/admin/exhibitions/{id}', { params: { id }, body: { gallery: on } }),
    failed: t('gallery.failed'),
  })
  const path = withBasePath(slug === mainExhibition ? '/gallery' : `/gallery/${slug}`)
  return (
    <Section id="gallery" title={t('gallery.title')}>
      <Switch
        label={t('gallery.show')}
        description={t('gallery.hint')}
        checked={gallery}
        disabled={change.isPending}
        onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
      />
      {gallery && (
        <p className="breakable">
          {t('gallery.address')} <a href={path}>{new URL(path, location.href).href}</a>
        </p>
      )}
      {/* Without the question for the consent nothing will ever be in the gallery. */}
      {gallery && website && !isAsked && (
        <Note kind="warning" title={t('gallery.notAsked')}>
          <p>{t(website.is_active ? 'gallery.notOffered' : 'gallery.inactive', { name: website.display_name })}</p>
          {!website.is_active && (
            <Link to="/admin/settings" search={{ tab: 'platforms' }}>
              {t('gallery.toPlatforms')}
            </Link>
          )}
        </Note>
      )}
    </Section>
  )
}
