import { type PlatformValue, PosternError, type PostValidation } from '@postern/sdk'
import type { Attachment } from '../composition.ts'

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
const ruleCodes = ['not_supported', 'option_invalid', 'required', 'text_too_long']

export function findingsOf(validation: PostValidation): Finding[] {
  return validation.targets.flatMap(({ account_id: accountId, platform, errors, warnings }) => [
    ...errors.map((error) => ({ ...error, level: 'error' as const, accountId, platform })),
    ...warnings.map((warning) => ({ ...warning, level: 'warning' as const, accountId, platform })),
  ])
}

/**
 * Findings from an error response: its details on targets (`targets.1.options.link`), by account.
 * The error notice shows the other details.
 */
export function findingsIn(error: Error | null, accountIds: readonly string[]): Finding[] {
  if (!(error instanceof PosternError)) return []
  return error.details.flatMap(({ path, code, message, ...extra }) => {
    const [, index, rest] = /^targets\.(\d+)\.(.+)$/.exec(path) ?? []
    const accountId = accountIds[Number(index)]
    if (!rest || !accountId) return []
    const { limit = null, actual = null } = extra as Partial<Pick<Finding, 'limit' | 'actual'>>
    const location = { path: rest, accountId, platform: null }
    const finding = { ...location, message, limit, actual, level: 'error' as const }
    // Format errors have the generic codes that all fields share.
    const isFormatError = rest.startsWith('options.') && !ruleCodes.includes(code)
    return isFormatError
      ? [{ ...finding, code: 'option_invalid', reason: code }]
      : [{ ...finding, code }]
  })
}

/** Codes of what has not been added yet, which is no mistake while a post is written. */
const missingCodes = ['media_required', 'text_required', 'required']

export function isMissing({ code, level }: Finding): boolean {
  return level === 'error' && missingCodes.includes(code)
}

/** The findings of a field; `media` includes `media.0`. */
export function findingsAt(findings: readonly Finding[], field: string): Finding[] {
  return findings.filter(({ path }) => path === field || path.startsWith(`${field}.`))
}

/** The label (`2. name`) of the file at `media.1`; the index counts uploaded files only. */
export function fileAt(attachments: readonly Attachment[], path: string): string | null {
  const [, index] = /^media\.(\d+)/.exec(path) ?? []
  const attachment = index && attachments.filter(({ media }) => media !== null)[Number(index)]
  return attachment ? `${attachments.indexOf(attachment) + 1}. ${attachment.name}`.trimEnd() : null
}
