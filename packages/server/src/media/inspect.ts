import { join } from 'node:path'
import { limits } from '../base/limits.ts'
import type { Incoming } from './incoming.ts'
import { inspectImage } from './inspect-image.ts'
import { inspectVideo } from './inspect-video.ts'

export type MediaFacts = { width: number; height: number; durationMs: number | null }

export type Inspected = MediaFacts & { thumbnailPath: string | null }

const waiting: (() => void)[] = []
let running = 0

/**
 * Reads what a file claims to be: whole, with its dimensions as a person sees it. 422 `media_invalid`
 * when it is damaged, cut or a bomb. Few are looked at at a time, as one image can take 400 MB.
 */
export async function inspect(incoming: Incoming, directory: string): Promise<Inspected> {
  if (running >= limits.media.inspectionsMax) {
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    if (incoming.kind.type === 'video') {
      return { ...(await inspectVideo(incoming.path)), thumbnailPath: null }
    }
    const thumbnailPath = join(directory, 'thumbnail')
    return { ...(await inspectImage(incoming.path, thumbnailPath)), thumbnailPath }
  } finally {
    // The place is handed on, so that nobody who comes in between takes it.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
