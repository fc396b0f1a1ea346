/**
 * Whether this run only shows that the benchmark works (`--brief`): it seeds little and measures for
 * about a second, so its figures mean nothing.
 */
export const isBrief: boolean = process.argv.includes('--brief')

/** The first value, or the second in a brief run. */
export function sized(full: number, brief: number): number {
  return isBrief ? brief : full
}
