import { type PlatformValue, PosternError, type PostValidation } from '@postern/sdk'
import type { Piece } from './composition.ts'

/** A validation error or warning on one account's content. Errors prevent publishing. */
export type Finding = PostValidation['targets'][number]['errors'][number] & {
  level: 'error' | 'warning'
  accountId: string
  /** `null` if the finding comes from an error response. */
  platform: PlatformValue | null
  /** Why an option's format is invalid (`too_big`, `invalid_format`). */
  reason?: string
}

/** Codes of the platforms' rules for options. */
const knownCodes = ['not_supported', 'option_invalid', 'required', 'text_too_long']

export function findingsOf(validation: PostValidation): Finding[] {
  return validation.targets.flatMap(({ account_id: accountId, platform, errors, warnings }) => [
    ...errors.map((each) => ({ ...each, level: 'error' as const, accountId, platform })),
    ...warnings.map((each) => ({ ...each, level: 'warning' as const, accountId, platform })),
  ])
}

/**
 * Findings from an error response: its details on targets (`targets.1.options.link`), by account.
 * The error notice shows the other details.
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
    // Format errors have the generic codes that all fields share.
    const isForm = rest.startsWith('options.') && !knownCodes.includes(code)
    return isForm ? [{ ...common, code: 'option_invalid', reason: code }] : [{ ...common, code }]
  })
}

/** The findings of a field; `media` includes `media.0`. */
export function findingsAt(findings: readonly Finding[], field: string): Finding[] {
  return findings.filter(({ path }) => path === field || path.startsWith(`${field}.`))
}

/** The label (`2. name`) of the file at `media.1`; the index counts uploaded files only. */
export function fileAt(pieces: readonly Piece[], path: string): string | null {
  const [, place] = /^media\.(\d+)/.exec(path) ?? []
  const piece = place && pieces.filter(({ media }) => media !== null)[Number(place)]
  return piece ? `${pieces.indexOf(piece) + 1}. ${piece.name}`.trimEnd() : null
}
