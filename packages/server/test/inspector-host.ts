import { join } from 'node:path'
import { askInspector } from '../src/resources/media/inspector.ts'

/** Starts an inspector process and keeps running, so that a test can kill it. */
const path = join(import.meta.dirname, 'fixtures', 'media', 'clip.mp4')
process.send?.(await askInspector({ type: 'video', path }))
setInterval(() => {}, 60_000)
