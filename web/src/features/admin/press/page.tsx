import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Loaded } from '#web/features/admin/shared/loaded.tsx'
import { PageTitle } from '#web/features/admin/shared/page-title.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { PressGroups } from './press-groups.tsx'

/** Photos for press and social media: what may be posted where. */
export const PressPage = () => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const search = useSearch({ from: '/admin/press' })
  const platforms = useQuery(allPlatforms)
  return (
    <>
      <PageTitle title={t('nav.press')} text={t('press.text')} />
      <Loaded query={platforms} placeholder={360}>
        {(all) => {
          const platformId = search.platform ?? all[0]?.platform_id
          return (
            <div className={section.sections}>
              <NativeSelect
                size="md"
                maw={400}
                label={t('consents.platform')}
                value={platformId}
                data={all.map((each) => ({ value: String(each.platform_id), label: each.display_name }))}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({ to: '/admin/press', search: { platform: Number(value) }, replace: true })
                }
              />
              {platformId !== undefined && <PressGroups key={platformId} platformId={platformId} />}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}
