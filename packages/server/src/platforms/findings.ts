import type { z } from 'zod'
import type { PublishFinding } from './publish.ts'

/** From this share of a limit on, a warning says how close it is. */
const nearShare = 0.9

/** Where, which word, and the rule as a person reads it: `A video has up to 4 GB.` */
export type FindingWords = Pick<PublishFinding, 'path' | 'code' | 'message'>
export type FindingFacts = Partial<Pick<PublishFinding, 'limit' | 'actual'>>

/** What cannot be published. */
export function refusal(words: FindingWords, facts: FindingFacts = {}): PublishFinding {
  return { level: 'error', limit: null, actual: null, ...words, ...facts }
}

/** What can be published and should be known. */
export function caution(words: FindingWords, facts: FindingFacts = {}): PublishFinding {
  return { ...refusal(words, facts), level: 'warning' }
}

/**
 * A refusal above `limit`, a caution `near_limit` from 90 % of it on. What was not found out
 * (`null`) is not judged: the platform looks itself.
 */
export function atMost(
  words: FindingWords,
  limit: number,
  actual: number | null,
): PublishFinding[] {
  if (actual === null) return []
  const facts = { limit, actual }
  if (actual > limit) return [refusal(words, facts)]
  return actual >= limit * nearShare ? [caution({ ...words, code: 'near_limit' }, facts)] : []
}

/** One `option_invalid` for each option that is not in the platform's shape. */
export function wrongOptions(shape: z.ZodType, options: unknown): PublishFinding[] {
  const issues = shape.safeParse(options).error?.issues ?? []
  return issues.map(({ path, message }) =>
    refusal({ path: ['options', ...path].join('.'), code: 'option_invalid', message }),
  )
}
