import { afterAll, beforeAll } from 'vitest'

/** Node's names of the handles that keep a process alive. Others, such as DNS queries, end on their own. */
const kinds = [
  'Timeout',
  'TCPServerWrap',
  'TCPSocketWrap',
  'PipeWrap',
  'ProcessWrap',
  'FSEventWrap',
]
const closeMsMax = 30_000
const pollMs = 20

let before: Map<string, number>

/** Files share a process, so a file that leaves a timer, server, connection or child open must fail itself. */
beforeAll(() => {
  before = openHandles()
})

afterAll(async () => {
  const until = performance.now() + closeMsMax
  for (;;) {
    const leaked = [...openHandles()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
    if (leaked.length === 0) return
    if (performance.now() > until) {
      const list = leaked.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`)
      throw new Error(`This file left open: ${list.join(', ')}. Close them in afterAll.`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs).unref())
  }
}, 2 * closeMsMax)

function openHandles(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) {
    if (kinds.includes(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
