const requestsAtOnce = 6

export type Outcomes<T, R> = { done: { item: T; result: R }[]; failed: { item: T; error: Error }[] }

/**
 * Runs a request for each item, six at a time. A failure does not stop the others. `onProgress`
 * receives how many are finished, failed ones included.
 */
export async function runAll<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  onProgress?: (finished: number) => void,
): Promise<Outcomes<T, R>> {
  const outcomes: Outcomes<T, R> = { done: [], failed: [] }
  // The loops share one iterator: each takes the next item.
  const next = items.values()
  const work = async () => {
    for (const item of next) {
      try {
        outcomes.done.push({ item, result: await run(item) })
      } catch (err) {
        outcomes.failed.push({ item, error: err as Error })
      }
      onProgress?.(outcomes.done.length + outcomes.failed.length)
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, work))
  return outcomes
}
