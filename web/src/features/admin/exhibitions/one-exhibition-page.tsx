import { Button } from '@mantine/core'
import { IconNews, IconPresentation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { withBasePath } from '#web/api/base-path.ts'
import { urlOf } from '#web/api/client.ts'
import { uploadSettings } from '#web/api/upload-settings.ts'
import { CopyLink } from '#web/components/management-link.tsx'
import { Note } from '#web/components/note.tsx'
import { LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { type Exhibition, exhibitionsQuery, mainExhibition } from '#web/features/admin/shared/exhibitions.ts'
import { GallerySection } from '#web/features/admin/shared/gallery-section.tsx'
import {
  ActionSection,
  BackLink,
  ConfirmedSection,
  Load,
  PageTitle,
  Section,
} from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { stateOf } from './draft.ts'
import { EditExhibition } from './edit-exhibition.tsx'

/** What an admin can do with one exhibition (D79, D85). */
export const OneExhibitionPage = () => {
  const { exhibitionId } = useParams({ from: '/admin/exhibitions/$exhibitionId' })
  return (
    <>
      <BackLink to="/admin/exhibitions">{t('exhibitions.all')}</BackLink>
      <Load of={exhibitionsQuery} placeholder={480}>
        {(all) => {
          const exhibition = all.find(({ id }) => String(id) === exhibitionId)
          if (exhibition === undefined)
            return <PageTitle title={t('exhibitions.gone')} text={t('exhibitions.goneText')} />
          return <OneExhibition key={exhibition.id} exhibition={exhibition} />
        }}
      </Load>
    </>
  )
}

interface OneProps {
  readonly exhibition: Exhibition
}

const OneExhibition = ({ exhibition }: OneProps) => {
  const { id, name, slug, counts, endsAt, isEnded } = exhibition
  const isMain = slug === mainExhibition
  const isEmpty = counts.pending + counts.approved === 0
  const photos = t('group.photos', { count: counts.images })
  return (
    <>
      <PageTitle title={name} text={`${t(`exhibitions.states.${stateOf(exhibition)}`)} · ${photos}`} />
      <div className="page-sections">
        {isEnded && endsAt !== null && (
          <Note kind="plain" title={t('exhibitions.endedAt', { time: dateTime(endsAt) })}>
            {t('exhibitions.endedText')}
          </Note>
        )}
        {!isEnded && <Addresses exhibition={exhibition} />}
        {counts.approved > 0 && (
          <ActionSection id="archive" title={t('exhibitions.archive')} text={t('exhibitions.archiveText')}>
            {/* The browser downloads it: it shows the progress and can resume. */}
            <LinkButton href={urlOf('/api/admin/exhibitions/{id}/archive', { params: { id } })} download>
              {t('exhibitions.download')}
            </LinkButton>
          </ActionSection>
        )}
        <EditExhibition exhibition={exhibition} />
        {!isEnded && <GallerySection exhibition={exhibition} />}
        {!isMain && !isEnded && stateOf(exhibition) !== 'planned' && <EndNow exhibition={exhibition} />}
        {!isMain && isEmpty && <Delete exhibition={exhibition} />}
        {!isMain && !isEmpty && <p className="soft">{t('exhibitions.notEmpty')}</p>}
      </div>
    </>
  )
}

/** Where visitors upload, and what to print and to show. */
const Addresses = ({ exhibition: { slug } }: OneProps) => {
  const { data } = useQuery(uploadSettings)
  const isMain = slug === mainExhibition
  const url = data && `${data.uploadUrl}${isMain ? '' : `e/${slug}`}`
  const query = isMain ? '' : `?exhibition=${slug}`
  return (
    <Section id="addresses" title={t('exhibitions.addresses')}>
      <p className="breakable">
        {t('exhibitions.uploadAddress')} <strong>{url}</strong>
      </p>
      <div className="actions">
        {url && <CopyLink url={url} />}
        <Button
          renderRoot={(props) => <Link to="/admin/poster" search={isMain ? {} : { exhibition: slug }} {...props} />}
          size="md"
          variant="default"
          leftSection={<IconNews size={20} />}
        >
          {t('exhibitions.poster')}
        </Button>
        <LinkButton size="md" Icon={IconPresentation} href={withBasePath(`/slideshow${query}`)}>
          {t('exhibitions.slideshow')}
        </LinkButton>
      </div>
    </Section>
  )
}

const EndNow = ({ exhibition: { id, name, revision } }: OneProps) => {
  const end = useAction({
    run: () =>
      adminCall('PATCH /api/admin/exhibitions/{id}', {
        params: { id },
        body: { endsAt: new Date().toISOString(), revision },
      }),
    done: () => t('exhibitions.ended', { name }),
    failed: t('exhibitions.notChanged', { name }),
  })
  return (
    <ConfirmedSection
      id="end"
      title={t('exhibitions.endNow')}
      text={t('exhibitions.endNowText')}
      question={t('exhibitions.endNowTitle', { name })}
      action={end}
    />
  )
}

const Delete = ({ exhibition: { id, name } }: OneProps) => {
  const navigate = useNavigate()
  const remove = useAction({
    run: async () => {
      await adminCall('DELETE /api/admin/exhibitions/{id}', { params: { id } })
      await navigate({ to: '/admin/exhibitions' })
    },
    done: () => t('exhibitions.deleted', { name }),
    failed: t('exhibitions.notDeleted', { name }),
  })
  return (
    <ConfirmedSection
      id="delete"
      title={t('exhibitions.delete')}
      text={t('exhibitions.deleteText')}
      question={t('exhibitions.deleteTitle', { name })}
      action={remove}
    />
  )
}
