/** The start of a text that a spreadsheet runs as a formula, also after another separator. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
const formulaInside = /([;|\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g

/** Saves a file through a temporary link. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Saves a table with the mark by which Excel recognizes UTF-8; `fetch` removes that of the API. */
export function downloadCsv(text: string, name: string): void {
  download(new Blob(['\uFEFF', text], { type: 'text/csv' }), name)
}

/**
 * A table by RFC 4180. A text that a spreadsheet would run as a formula is prefixed with an apostrophe
 * (OWASP, "CSV Injection").
 */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(value: string | null): string {
  const plain = (value ?? '').replaceAll(formulaInside, "$1'")
  const text = formulaStart.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
