import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './data-table.module.css'

interface DataTableProps<Row> {
  /** What the table is about, for screen readers. */
  readonly label: string
  /** Instead of a table without rows, where there may be none. */
  readonly empty?: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Their names, and what they show of a row; false for one that is not needed. */
  readonly columns: readonly (readonly [name: string, cell: (row: Row) => ReactNode] | false)[]
}

/**
 * Rows of data. On narrow screens each row is a card with the column's name beside each value; the roles are explicit,
 * because browsers drop a table's semantics when CSS changes its layout.
 */
export const DataTable = <Row,>({ label, empty, rows, keyOf, columns }: DataTableProps<Row>) => {
  const shown = columns.filter((column) => column !== false)
  if (rows.length === 0) return <p className="empty">{empty}</p>
  return (
    <div className={style.place}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus */}
      <div className={`sheet ${style.scroll}`} role="group" aria-label={label} tabIndex={0}>
        <Table className={style.table} role="table" verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {shown.map(([name]) => (
                <Table.Th key={name} role="columnheader">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)} role="row">
                {shown.map(([name, cell]) => (
                  <Table.Td key={name} role="cell" data-column={name}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  )
}

export const GroupLink = ({ groupId, name }: { readonly groupId: string; readonly name: string | null }) => (
  <Link to="/admin/moderation/$groupId" params={{ groupId }}>
    {name ?? t('group.untitled')}
  </Link>
)
