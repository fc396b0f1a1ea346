export type BatchWriter<Result> = {
  add(result: Result): void
  /** Whether results wait because they could not be written; no more work may be begun then. */
  isFailing(): boolean
  /** Resolves when everything added so far is written. */
  settled(): Promise<void>
  /** Like `settled`, but gives up after `tries` failures in a row. */
  close(tries: number): Promise<void>
}

const retryMs = 250

/**
 * Gathers results and writes them together: up to `sizeMax` of them, or what came within `waitMs`.
 * One write runs at a time; while it does the next lot gathers. A failed write is tried again with
 * the same results, so a result is lost only with the process, and then its lease brings the
 * delivery back.
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

  const writeLot = async (lot: Result[]): Promise<void> => {
    try {
      await options.write(lot)
      results.splice(0, lot.length)
      failures = 0
      options.onWritten?.(lot)
    } catch (err) {
      failures += 1
      options.onError(err)
      await new Promise((resume) => setTimeout(resume, retryMs))
    }
  }
  const writeAll = async (): Promise<void> => {
    while (results.length > 0 && failures < failuresMax) {
      await writeLot(results.slice(0, options.sizeMax))
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
