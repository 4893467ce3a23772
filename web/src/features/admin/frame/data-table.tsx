import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import style from './data-table.module.css'

interface DataTableProps {
  /** What the table is about, for those who do not see it. */
  readonly label: string
  readonly head: readonly string[]
  readonly empty: string
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
}

/** Rows of data; on narrow screens it scrolls sideways by itself. */
export const DataTable = ({ label, head, empty, rows }: DataTableProps) => {
  if (rows.length === 0) return <p className={style.empty}>{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus
    <section className={style.scroll} aria-label={label} tabIndex={0}>
      <Table className={style.table} verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                <Table.Td key={index}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
