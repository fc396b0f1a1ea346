import { afterAll, beforeAll } from 'vitest'

/** What keeps a process alive, in Node's names. Others, such as a running DNS query, end by themselves. */
const kinds = [
  'Timeout',
  'TCPServerWrap',
  'TCPSocketWrap',
  'PipeWrap',
  'ProcessWrap',
  'FSEventWrap',
]
const closeMsMax = 10_000
const pollMs = 20

let before: Map<string, number>

/** Files share a process: one that leaves a timer, server, connection or child fails, not the next one. */
beforeAll(() => {
  before = openHandles()
})

afterAll(async () => {
  const until = performance.now() + closeMsMax
  for (;;) {
    const left = [...openHandles()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
    if (left.length === 0) return
    if (performance.now() > until) {
      const list = left.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`)
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
