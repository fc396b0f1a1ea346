const waiting = new Map<string, (() => void)[]>()
let isRunning = false

/**
 * Runs one `work` at a time, round-robin by profile: a profile with many files delays the file of
 * another profile by one file at most.
 */
export async function runQueued<T>(profileId: string, work: () => Promise<T>): Promise<T> {
  if (isRunning) await waitForTurn(profileId)
  isRunning = true
  try {
    return await work()
  } finally {
    isRunning = startNext(profileId)
  }
}

function waitForTurn(profileId: string): Promise<void> {
  return new Promise((resolve) => {
    const queue = waiting.get(profileId)
    if (queue) queue.push(resolve)
    else waiting.set(profileId, [resolve])
  })
}

/** Moves the finished profile to the end and starts the next one; `false` if none is waiting. */
function startNext(finished: string): boolean {
  const finishedQueue = waiting.get(finished)
  if (finishedQueue) {
    waiting.delete(finished)
    waiting.set(finished, finishedQueue)
  }
  for (const [profileId, queue] of waiting) {
    queue.shift()?.()
    if (queue.length === 0) waiting.delete(profileId)
    return true
  }
  return false
}
