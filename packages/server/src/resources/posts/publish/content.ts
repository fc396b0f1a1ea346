import type { Ready } from './job.ts'
import { type Failure, serverFailure } from './outcome.ts'

/**
 * The first problem of the post's content, `null` if there is none. The content was checked when the
 * post was scheduled, but the limits of the account's server may have changed since.
 */
export function findContentFailure({ ability, input }: Ready): Failure | null {
  const findings = ability.check(input.content, input.facts)
  const finding = findings.find(({ level }) => level === 'error')
  if (!finding) return null
  const isAboutMedia = /^media\./.test(finding.path)
  return serverFailure(isAboutMedia ? 'media_invalid' : 'content_invalid', finding.message, false)
}
