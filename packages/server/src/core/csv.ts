const lineEnd = '\r\n'
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** A formula start after another separator; German Excel, for example, splits at semicolons. */
const formulaInside = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g

type Cell = string | number | null

/** A table by RFC 4180. */
export function csvTable(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => cells.map(csvCell).join(',') + lineEnd).join('')
}

/**
 * Formats a cell by RFC 4180. A text that a spreadsheet would run as a formula is prefixed with an
 * apostrophe (OWASP, "CSV Injection"); numbers stay as they are.
 */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = value.replaceAll(formulaInside, "$1'")
  const text = formulaStart.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
