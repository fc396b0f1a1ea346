import { type PlatformValue, PosternError, type PostValidation } from '@postern/sdk'
import type { Piece } from './composition.ts'

/** What the service says about one account's content; `error` refuses it. */
export type Finding = PostValidation['targets'][number]['errors'][number] & {
  level: 'error' | 'warning'
  accountId: string
  /** Unknown for a refused request. */
  platform: PlatformValue | null
  /** What is wrong with the form of an option (`too_big`, `invalid_format`). */
  reason?: string
}

/** Codes of options by the platforms' rules. */
const knownCodes = ['not_supported', 'option_invalid', 'required', 'text_too_long']

export function findingsOf(validation: PostValidation): Finding[] {
  return validation.targets.flatMap(({ account_id: accountId, platform, errors, warnings }) => [
    ...errors.map((each) => ({ ...each, level: 'error' as const, accountId, platform })),
    ...warnings.map((each) => ({ ...each, level: 'warning' as const, accountId, platform })),
  ])
}

/**
 * What a refused request says about its targets (`targets.1.options.link`), by account. What it
 * says about anything else is left to the notice of the failure.
 */
export function findingsIn(error: Error | null, accountIds: readonly string[]): Finding[] {
  if (!(error instanceof PosternError)) return []
  return error.details.flatMap(({ path, code, message, ...more }) => {
    const [, index, rest] = /^targets\.(\d+)\.(.+)$/.exec(path) ?? []
    const accountId = accountIds[Number(index)]
    if (!rest || !accountId) return []
    const { limit = null, actual = null } = more as Partial<Pick<Finding, 'limit' | 'actual'>>
    const place = { path: rest, accountId, platform: null }
    const common = { ...place, message, limit, actual, level: 'error' as const }
    // The form of a value is refused with a code of every field's.
    const isForm = rest.startsWith('options.') && !knownCodes.includes(code)
    return isForm ? [{ ...common, code: 'option_invalid', reason: code }] : [{ ...common, code }]
  })
}

/** Those at a field: `media` has those of `media.0`, too. */
export function findingsAt(findings: readonly Finding[], field: string): Finding[] {
  return findings.filter(({ path }) => path === field || path.startsWith(`${field}.`))
}

/** The file at `media.1`, by its number and name; those that are not there yet do not count. */
export function fileAt(pieces: readonly Piece[], path: string): string | null {
  const [, place] = /^media\.(\d+)/.exec(path) ?? []
  const piece = place && pieces.filter(({ media }) => media !== null)[Number(place)]
  return piece ? `${pieces.indexOf(piece) + 1}. ${piece.name}`.trimEnd() : null
}
