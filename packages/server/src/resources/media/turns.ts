const waiting = new Map<string, (() => void)[]>()
let isRunning = false

/**
 * Runs one `work` at a time. Profiles take turns, so a profile with many files delays the file of
 * another by the one that is running.
 */
export async function inTurn<T>(profileId: string, work: () => Promise<T>): Promise<T> {
  if (isRunning) await turnOf(profileId)
  isRunning = true
  try {
    return await work()
  } finally {
    isRunning = startNext(profileId)
  }
}

function turnOf(profileId: string): Promise<void> {
  return new Promise((resolve) => {
    const queue = waiting.get(profileId)
    if (queue) queue.push(resolve)
    else waiting.set(profileId, [resolve])
  })
}

/** Moves the profile that had its turn to the end and starts the first of the others, if any waits. */
function startNext(finished: string): boolean {
  const own = waiting.get(finished)
  if (own) {
    waiting.delete(finished)
    waiting.set(finished, own)
  }
  for (const [profileId, queue] of waiting) {
    queue.shift()?.()
    if (queue.length === 0) waiting.delete(profileId)
    return true
  }
  return false
}
