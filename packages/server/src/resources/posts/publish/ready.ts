import { accountMediaLimits } from '../../../platforms/contract/account-limits.ts'
import { copyLimits } from '../../../platforms/contract/media-rules.ts'
import { laterPartOptions } from '../../../platforms/contract/options.ts'
import type { PostMedia } from '../../../platforms/contract/publish.ts'
import type { Ready } from './job.ts'
import { type Failure, serverFailure } from './outcome.ts'

/**
 * The first problem of the post's content, `null` if there is none. The content was checked when the
 * post was scheduled, but the limits of the account's server may have changed since.
 */
export function findContentFailure({ ability, input }: Ready): Failure | null {
  const { content, answers, facts } = input
  const options = answers ? laterPartOptions(ability.options, content.options) : content.options
  const findings = ability.check({ ...content, options }, facts)
  const finding = findings.find(({ level }) => level === 'error')
  if (!finding) return null
  const isAboutMedia = /^media\./.test(finding.path)
  return serverFailure(isAboutMedia ? 'media_invalid' : 'content_invalid', finding.message, false)
}

/** The input with a copy in place of each image that the platform does not take as it is. */
export async function withCopies({ platform, input }: Ready): Promise<Ready['input']> {
  const { files } = accountMediaLimits(platform.media, input.facts)
  const media: PostMedia[] = []
  for (const file of input.content.media) {
    const limits = copyLimits(file, files)
    media.push(limits && file.copy ? await file.copy(limits) : file)
  }
  return { ...input, content: { ...input.content, media } }
}

/**
 * Reads a byte of each file before anything is prepared: a network that fetches the files itself would
 * refuse the post while the media storage is away. Throws `StorageUnavailable` then.
 */
export async function requireStoredFiles({ content, progress }: Ready['input']): Promise<void> {
  if (Object.keys(progress).length > 0) return
  for (const { read } of content.media) await read(0, 0)
}
