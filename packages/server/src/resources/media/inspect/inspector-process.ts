import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { limits } from '../../../core/limits.ts'
import type { InspectionJob } from './inspection.ts'

/**
 * The main thread of the inspector process. It only watches its worker, which reads the files. A
 * file that blocks the worker cannot stop this thread from noticing memory use or the end of the
 * server.
 */
const { heicBytesMax, inspectionHeapMbMax, inspectorBytesMax, inspectorWatchMs } = limits.media

// SIGKILL, because a normal exit waits for decoders that keep allocating.
const end = () => process.kill(process.pid, 'SIGKILL')

preferForOutOfMemoryKill()
const worker = new Worker(new URL('./inspector-worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: inspectionHeapMbMax },
})
let watch: NodeJS.Timeout | undefined

process.on('disconnect', end)
process.on('message', (job: InspectionJob) => {
  const bytesMax = job.type === 'decode_heic' ? heicBytesMax : inspectorBytesMax
  watch = setInterval(() => {
    if (process.memoryUsage.rss() > bytesMax) end()
  }, inspectorWatchMs)
  worker.postMessage(job)
})
worker.on('message', (response) => {
  clearInterval(watch)
  process.send?.(response)
})
// The worker reports all other errors itself; this event means that its heap is full.
worker.on('error', end)

/** If a container runs out of memory, Linux kills this process instead of the server. */
function preferForOutOfMemoryKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The file exists only on Linux.
  }
}
