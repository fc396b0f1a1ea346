import { Worker } from 'node:worker_threads'
import { limits } from '../base/limits.ts'
import { damaged } from './damaged.ts'
import type { MediaFacts } from './inspect.ts'
import type { VideoFacts } from './video-worker.ts'

/**
 * Dimensions and duration of a video, of which only the tables and the last frame are read: 0.3 MB
 * of a file of 450 MB in 0.1 s. It happens in a thread with bounds of its own, because a table of
 * 6 kB can claim 4,294,967,295 entries (measured: out of memory within a second) or loop.
 */
export async function inspectVideo(path: string): Promise<MediaFacts> {
  const facts = await ask(path)
  if ('failure' in facts) throw damaged('The video cannot be read.', facts.failure)
  if (!facts.hasVideo) throw damaged('The file has no video track.')
  if (!facts.isWhole) throw damaged('The video is incomplete.')
  const durationMs = Math.round(facts.seconds * 1_000)
  if (!(facts.width > 0 && facts.height > 0 && durationMs > 0 && durationMs < 2 ** 31)) {
    throw damaged('The video has no size or no duration.')
  }
  return { width: facts.width, height: facts.height, durationMs }
}

function ask(path: string): Promise<VideoFacts | { failure: unknown }> {
  const { inspectionBytesMax, inspectionHeapMbMax, inspectionMsMax } = limits.media
  const worker = new Worker(new URL('./video-worker.ts', import.meta.url), {
    workerData: { path, bytesMax: inspectionBytesMax },
    resourceLimits: { maxOldGenerationSizeMb: inspectionHeapMbMax },
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => end({ failure: new Error('time-out') }), inspectionMsMax)
    const end = (facts: VideoFacts | { failure: unknown }) => {
      clearTimeout(timer)
      resolve(facts)
      void worker.terminate()
    }
    worker.once('message', end)
    worker.once('error', (failure) => end({ failure }))
    worker.once('exit', () => end({ failure: new Error('the thread ended without an answer') }))
  })
}
