import { isUnavailable } from './unavailable.ts'

/** A minute in total, longer than a restart of PostgreSQL or a failover by Patroni takes. */
const retryDelaysMs = [100, 200, 400, 800, 1_500, 3_000, 6_000, 8_000, 10_000, 15_000, 15_000]

/**
 * Retries a write while the database is unavailable, for data that only this process has. The write
 * must be repeatable, because the effect of a try without a response is unknown.
 */
export async function retryWrite<Result>(
  write: () => Promise<Result>,
  onRetry: (err: Error) => void,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await write()
    } catch (err) {
      const pauseMs = retryDelaysMs[attempt]
      if (pauseMs === undefined || !isUnavailable(err)) throw err
      onRetry(err)
      await new Promise((resume) => setTimeout(resume, pauseMs))
    }
  }
}
