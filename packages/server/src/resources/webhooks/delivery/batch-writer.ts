export type BatchWriter<Result> = {
  add(result: Result): void
  /** Whether the last write failed; no work may be started then. */
  isFailing(): boolean
  /** Resolves when everything added so far is written. */
  settled(): Promise<void>
  /** Like `settled`, but gives up after `tries` consecutive failures. */
  close(tries: number): Promise<void>
}

const retryMs = 250

/**
 * Collects results and writes them in batches: after `waitMs`, or once there are `sizeMax`. One write
 * runs at a time. A failed write is repeated with the same results, so a result is lost only with the
 * process; then the delivery's lease expires and it is claimed again.
 */
export function createBatchWriter<Result>(options: {
  write: (results: Result[]) => Promise<void>
  sizeMax: number
  waitMs: number
  onError: (err: unknown) => void
  onWritten?: (results: readonly Result[]) => void
}): BatchWriter<Result> {
  const results: Result[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let failures = 0
  let failuresMax = Number.POSITIVE_INFINITY

  const writeBatch = async (batch: Result[]): Promise<void> => {
    try {
      await options.write(batch)
      results.splice(0, batch.length)
      failures = 0
      options.onWritten?.(batch)
    } catch (err) {
      failures += 1
      options.onError(err)
      await new Promise((resume) => setTimeout(resume, retryMs))
    }
  }
  const writeAll = async (): Promise<void> => {
    while (results.length > 0 && failures < failuresMax) {
      await writeBatch(results.slice(0, options.sizeMax))
    }
    writing = null
  }
  const flush = async (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    if (results.length === 0 || failures >= failuresMax) return
    writing ??= writeAll()
    await writing
  }
  return {
    add: (result) => {
      results.push(result)
      if (results.length >= options.sizeMax) void flush()
      else timer ??= setTimeout(() => void flush(), options.waitMs)
    },
    isFailing: () => failures > 0,
    settled: async () => {
      while (results.length > 0) await flush()
    },
    close: async (tries) => {
      failuresMax = failures + tries
      await flush()
    },
  }
}
