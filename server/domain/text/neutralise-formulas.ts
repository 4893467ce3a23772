/**
 * Puts an apostrophe before what a spreadsheet would run as a formula (D31). A cell can also begin inside a text: where a
 * spreadsheet takes semicolons for separators, as it does in German, and after a line break.
 */
export const neutraliseFormulas = (text: string): string => text.replace(starts, "'")

const starts = /^(?=[=+\-@\t\r＝＋－＠])|(?<=[;\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/gu
