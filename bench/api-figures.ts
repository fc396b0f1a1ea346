import type { Case } from './api-cases.ts'

export type Measured = {
  name: string
  kind: Case['kind']
  bytes: number
  postern: number
  bare: number
  ratio: number
  p99: number
  bareP99: number
  /** Microseconds of CPU for each answer, by /proc. */
  cpu: { server: number; database: number; bare: number }
}

/** The median and the worst of each kind, and the latest answers. */
export function summary(measured: readonly Measured[]) {
  const of = (kind: Case['kind']) => {
    const ratios = measured.filter((each) => each.kind === kind).map(({ ratio }) => ratio)
    ratios.sort((left, right) => left - right)
    return { median: ratios[Math.floor(ratios.length / 2)] ?? null, worst: ratios[0] ?? null }
  }
  const late = measured.map(({ p99 }) => p99).sort((left, right) => left - right)
  return {
    get_ratio: of('get').median,
    list_ratio: of('list').median,
    p99_ms: late.at(-1) ?? null,
    get_ratio_worst: of('get').worst,
    list_ratio_worst: of('list').worst,
    p99_ms_median: late[Math.floor(late.length / 2)] ?? null,
  }
}

/** Sorts the values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.sort((left, right) => left - right)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
}

/** A case in a line, as it is printed. */
export function line({
  name,
  kind,
  bytes,
  postern,
  bare,
  ratio,
  p99,
  bareP99,
  cpu,
}: Measured): string {
  const rates = `${String(postern).padStart(6)} /s of ${String(bare).padStart(6)} /s bare`
  const times = `p99 ${String(p99).padStart(5)} ms (${bareP99} bare)`
  const spent = `CPU ${cpu.server}+${cpu.database} µs (${cpu.bare} bare)`
  return `${kind.padEnd(4)} ${name.padEnd(20)} ${String(bytes).padStart(6)} B ${rates}  ${ratio.toFixed(3)}  ${times}  ${spent}`
}
