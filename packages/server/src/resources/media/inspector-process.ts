import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { limits } from '../../core/limits.ts'

/**
 * The main thread of the inspector process. It only watches, while its worker reads files: a file that
 * keeps the worker busy for ever cannot keep this thread from noticing the memory that is used or the
 * end of the service.
 */
const { inspectionHeapMbMax, inspectorBytesMax, inspectorWatchMs } = limits.media

// SIGKILL, as an exit would wait for decoders, which meanwhile go on allocating.
const end = () => process.kill(process.pid, 'SIGKILL')

preferForOutOfMemoryKill()
const worker = new Worker(new URL('./inspector-worker.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: inspectionHeapMbMax },
})
let watch: NodeJS.Timeout | undefined

process.on('disconnect', end)
process.on('message', (job) => {
  watch = setInterval(() => {
    if (process.memoryUsage.rss() > inspectorBytesMax) end()
  }, inspectorWatchMs)
  worker.postMessage(job)
})
worker.on('message', (answer) => {
  clearInterval(watch)
  process.send?.(answer)
})
// The worker answers every other error: this one says that its heap is full.
worker.on('error', end)

/** If a container runs out of memory, Linux ends this process and not the service. */
function preferForOutOfMemoryKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file.
  }
}
