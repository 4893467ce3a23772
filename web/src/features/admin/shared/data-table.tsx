import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import style from './data-table.module.css'

interface DataTableProps {
  /** What the table is about, for screen readers. */
  readonly label: string
  readonly head: readonly string[]
  readonly empty: string
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
}

/**
 * Rows of data. On narrow screens each row is a card with the column's name beside each value; the roles are explicit,
 * because browsers drop a table's semantics when CSS changes its layout.
 */
export const DataTable = ({ label, head, empty, rows }: DataTableProps) => {
  if (rows.length === 0) return <p className={style.empty}>{empty}</p>
  return (
    <div className={style.place}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus */}
      <div className={style.scroll} role="group" aria-label={label} tabIndex={0}>
        <Table className={style.table} role="table" verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {head.map((name) => (
                <Table.Th key={name} role="columnheader">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map(({ key, cells }) => (
              <Table.Tr key={key} role="row">
                {cells.map((cell, index) => (
                  <Table.Td key={head[index]} role="cell" data-column={head[index]}>
                    {cell}
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
