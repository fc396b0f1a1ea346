import { PosternError, type PostValidation } from '@postern/sdk'

/** What the service says about one account's content; `error` refuses it. */
export type Finding = PostValidation['targets'][number]['errors'][number] & {
  level: 'error' | 'warning'
  accountId: string
}

export function findingsOf(validation: PostValidation): Finding[] {
  return validation.targets.flatMap(({ account_id: accountId, errors, warnings }) => [
    ...errors.map((each) => ({ ...each, level: 'error' as const, accountId })),
    ...warnings.map((each) => ({ ...each, level: 'warning' as const, accountId })),
  ])
}

/**
 * What a refused request says about its targets (`targets.1.options.link`), by account. What it
 * says about anything else is left to the notice of the failure.
 */
export function findingsIn(error: Error | null, accountIds: readonly string[]): Finding[] {
  if (!(error instanceof PosternError)) return []
  return error.details.flatMap(({ path, code, message, ...facts }) => {
    const [, place, rest] = /^targets\.(\d+)\.(.+)$/.exec(path) ?? []
    const accountId = accountIds[Number(place)]
    if (!rest || !accountId) return []
    const { limit = null, actual = null } = facts as Partial<Pick<Finding, 'limit' | 'actual'>>
    return [{ path: rest, code, message, limit, actual, level: 'error' as const, accountId }]
  })
}

/** Those at a field: `media` has those of `media.0`, too. */
export function findingsAt(findings: readonly Finding[], field: string): Finding[] {
  return findings.filter(({ path }) => path === field || path.startsWith(`${field}.`))
}
