import { join } from 'node:path'
import { runInInspector } from '../src/resources/media/inspect/inspector.ts'

/** Starts an inspector process and keeps running, so that a test can kill it. */
const path = join(import.meta.dirname, 'fixtures', 'media', 'clip.mp4')
process.send?.(await runInInspector({ type: 'video', path }))
setInterval(() => {}, 60_000)
