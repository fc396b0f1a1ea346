type Write = () => Promise<string>

let write: Write | null = null

/** Metrics are written by this from now on, or not at all; operation/metrics.ts makes one. */
export function setMetricsWriter(nextWriter: Write | null): void {
  write = nextWriter
}

/** The metrics of this process in Prometheus' text format; `null` where none are kept. */
export async function writeMetrics(): Promise<string | null> {
  return write ? await write() : null
}
