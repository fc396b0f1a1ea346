type Write = () => Promise<string>

let write: Write | null = null

/** Sets the metrics writer of the process (operation/metrics.ts); `null` disables metrics. */
export function setMetricsWriter(nextWriter: Write | null): void {
  write = nextWriter
}

/** The metrics of this process in Prometheus' text format; `null` when metrics are disabled. */
export async function writeMetrics(): Promise<string | null> {
  return write ? await write() : null
}
