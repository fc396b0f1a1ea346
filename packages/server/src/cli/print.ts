/** Prints lines to standard output. */
export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Prints progress to standard error, so that it can be separated from the output. */
export function printProgress(message: string): void {
  process.stderr.write(`  ${message}\n`)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2))
}

/** Aligns rows in columns; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths =
    rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]!.length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index]! + 2)))
      .join('')
      .trimEnd(),
  )
}

export function sizeOf(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
