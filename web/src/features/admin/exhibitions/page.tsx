import { Link } from '@tanstack/react-router'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { type Exhibition, exhibitionsQuery, mainExhibition } from '#web/features/admin/shared/exhibitions.ts'
import { Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { dateTime, number } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { stateOf } from './draft.ts'
import { NewExhibition } from './new-exhibition.tsx'
import style from './page.module.css'

const nameOf = ({ id, name, slug }: Exhibition) => (
  <>
    <Link to="/admin/exhibitions/$exhibitionId" params={{ exhibitionId: String(id) }}>
      {name}
    </Link>
    <span className={`soft breakable ${style.address}`} dir="ltr">
      {slug === mainExhibition ? '/' : `/e/${slug}`}
    </span>
  </>
)

const timeOf = (iso: string | null) => (iso === null ? '–' : dateTime(iso))

/** All exhibitions. What can be changed about one is on its own page. */
export const ExhibitionsPage = () => {
  const countsOf = ({ counts: { pending, approved } }: Exhibition) =>
    t('exhibitions.counts', { pending: number(pending), approved: number(approved) })
  return (
    <>
      <PageTitle title={t('nav.exhibitions')} text={t('exhibitions.text')} />
      <div className="page-sections">
        <Load of={exhibitionsQuery} placeholder={200}>
          {(all) => (
            <>
              {all.length > 1 && (
                <DataTable
                  label={t('nav.exhibitions')}
                  rows={all}
                  keyOf={({ id }) => id}
                  columns={[
                    [t('exhibitions.name'), nameOf],
                    [t('exhibitions.state'), (exhibition) => t(`exhibitions.states.${stateOf(exhibition)}`)],
                    [t('exhibitions.opensAt'), ({ opensAt }) => timeOf(opensAt)],
                    [t('exhibitions.closesAt'), ({ closesAt }) => timeOf(closesAt)],
                    [t('exhibitions.endsAt'), ({ endsAt }) => timeOf(endsAt)],
                    [t('exhibitions.groups'), countsOf],
                  ]}
                />
              )}
              <NewExhibition exhibitions={all} />
            </>
          )}
        </Load>
      </div>
    </>
  )
}
