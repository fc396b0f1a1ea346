import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { checksumOf, type Incoming } from './incoming.ts'
import { type Answer, damaged, type Job, type MediaFacts } from './inspection.ts'
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
  const job = thumbnailPath
    ? ({ type: 'image', path, thumbnailPath } as const)
    : ({ type: 'video', path } as const)
  const answer = await ask(ctx, profileId, incoming, job)
  if (!('facts' in answer)) throw new Error('the inspector process answered another question')
  return { ...answer.facts, thumbnailPath }
}

/** The file without where it was taken; its size, and an image's pixels, stay as they are. */
export async function withoutLocation(
  ctx: Context,
  profileId: string,
  incoming: Incoming,
): Promise<Incoming> {
  const { path, kind, size } = incoming
  const job = { type: 'remove_location', path, mimeType: kind.mimeType } as const
  const answer = await ask(ctx, profileId, incoming, job)
  if (!('isChanged' in answer)) throw new Error('the inspector process answered another question')
  if (!answer.isChanged) return incoming
  return { ...incoming, checksum: await checksumOf(createReadStream(path), size) }
}

type Done = Exclude<Answer, { invalid: string } | { failure: string }>

async function ask(ctx: Context, profileId: string, incoming: Incoming, job: Job): Promise<Done> {
  const answer = await inTurn(profileId, () => askInspector(job))
  if ('invalid' in answer) throw damaged(answer.invalid, answer.cause)
  if ('failure' in answer) throw new Error(`a file could not be inspected: ${answer.failure}`)
  if (!('died' in answer)) return answer
  ctx.log.warn({ profile_id: profileId, reason: answer.died }, 'media.inspector_ended')
  throw damaged(refusalOf(answer, incoming.kind.type))
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
