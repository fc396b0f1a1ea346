import { join } from 'node:path'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import { damaged } from './damaged.ts'
import type { Incoming } from './incoming.ts'
import type { MediaFacts } from './inspection.ts'
import { askInspector, type Death } from './inspector.ts'
import { inTurn } from './turns.ts'

export type Inspected = MediaFacts & { thumbnailPath: string | null }

/**
 * Reads what a file claims to be: whole, with its dimensions as a person sees it. 422 `media_invalid`
 * when it is damaged, cut, or takes too much memory or time to decode.
 */
export async function inspect(
  ctx: Context,
  profileId: string,
  incoming: Incoming,
  directory: string,
): Promise<Inspected> {
  const { path, kind } = incoming
  const thumbnailPath = kind.type === 'image' ? join(directory, 'thumbnail') : null
  const answer = await inTurn(profileId, () =>
    askInspector(thumbnailPath ? { type: 'image', path, thumbnailPath } : { type: 'video', path }),
  )
  if ('facts' in answer) return { ...answer.facts, thumbnailPath }
  if ('invalid' in answer) throw damaged(answer.invalid, answer.cause)
  if ('failure' in answer) throw new Error(`a file could not be inspected: ${answer.failure}`)
  ctx.log.warn({ profile_id: profileId, reason: answer.died }, 'media.inspector_ended')
  throw damaged(refusalOf(answer, kind.type))
}

function refusalOf({ died }: Death, type: 'image' | 'video'): string {
  const { inspectorBytesMax, inspectionMsMax } = limits.media
  switch (died) {
    case 'memory':
      return `The ${type} needs more memory to decode than allowed (${inspectorBytesMax} bytes). Send it smaller, or as a JPEG that is not progressive.`
    case 'timeout':
      return `The ${type} takes longer to decode than allowed (${inspectionMsMax / 1_000} seconds). Send it smaller.`
    case 'crash':
      return `The ${type} cannot be read.`
  }
}
