const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes in decimal units: 1 kB is 1000 B. */
export function formatBytes(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const digits = { maximumFractionDigits: power === 0 ? 0 : 1 }
  return `${new Intl.NumberFormat(language, digits).format(bytes / 1000 ** power)} ${units[power]}`
}
