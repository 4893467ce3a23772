import { stringify } from 'csv-stringify/sync'

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula (D31). A cell can also begin inside a text: where a
 * spreadsheet takes semicolons for separators, as it does in German, and after a line break.
 */
export const neutraliseFormulas = (text: string): string => text.replace(starts, "'")

const starts = /^(?=[=+\-@\t\r＝＋－＠])|(?<=[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/gu

/** Lines of RFC 4180 without formulas that a spreadsheet would run (D31). */
export const csvLines = (rows: readonly (readonly unknown[])[], { bom = false } = {}): string =>
  stringify(
    rows.map((row) => row.map((cell) => neutraliseFormulas(String(cell ?? '')))),
    { bom, record_delimiter: 'windows', quote_record_delimiter: true },
  )
