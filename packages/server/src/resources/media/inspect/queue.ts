const waiting = new Map<string, (() => void)[]>()
let isRunning = false

/**
 * Runs one `work` at a time, round-robin by uploader (a profile, or an owner for a logo): one with
 * many files delays the file of another by one file at most.
 */
export async function runQueued<T>(uploaderId: string, work: () => Promise<T>): Promise<T> {
  if (isRunning) await waitForTurn(uploaderId)
  isRunning = true
  try {
    return await work()
  } finally {
    isRunning = startNext(uploaderId)
  }
}

function waitForTurn(uploaderId: string): Promise<void> {
  return new Promise((resolve) => {
    const queue = waiting.get(uploaderId)
    if (queue) queue.push(resolve)
    else waiting.set(uploaderId, [resolve])
  })
}

/** Moves the finished uploader to the end and starts the next one; `false` if none is waiting. */
function startNext(finished: string): boolean {
  const finishedQueue = waiting.get(finished)
  if (finishedQueue) {
    waiting.delete(finished)
    waiting.set(finished, finishedQueue)
  }
  for (const [uploaderId, queue] of waiting) {
    queue.shift()?.()
    if (queue.length === 0) waiting.delete(uploaderId)
    return true
  }
  return false
}
