import type { z } from 'zod'
import type { PublishFinding } from './publish.ts'

/** Above this share of a limit, a `near_limit` warning is added. */
const nearShare = 0.9

/** Path, code and the rule as a sentence: `A video has up to 4 GB.` */
export type FindingText = Pick<PublishFinding, 'path' | 'code' | 'message'>
export type FindingValues = Partial<Pick<PublishFinding, 'limit' | 'actual'>>

/** A finding that prevents publishing. */
export function errorFinding(words: FindingText, facts: FindingValues = {}): PublishFinding {
  return { level: 'error', limit: null, actual: null, ...words, ...facts }
}

/** A finding that does not prevent publishing. */
export function warningFinding(words: FindingText, facts: FindingValues = {}): PublishFinding {
  return { ...errorFinding(words, facts), level: 'warning' }
}

/**
 * An error above `limit`, a `near_limit` warning from 90 % of it. An unknown value (`null`) is not
 * checked here: the platform checks it.
 */
export function checkMax(
  words: FindingText,
  limit: number,
  actual: number | null,
): PublishFinding[] {
  if (actual === null) return []
  const facts = { limit, actual }
  if (actual > limit) return [errorFinding(words, facts)]
  return actual >= limit * nearShare
    ? [warningFinding({ ...words, code: 'near_limit' }, facts)]
    : []
}

/** One `option_invalid` per option that does not match the platform's schema. */
export function checkOptions(shape: z.ZodType, options: unknown): PublishFinding[] {
  const issues = shape.safeParse(options).error?.issues ?? []
  return issues.map(({ path, message }) =>
    errorFinding({ path: ['options', ...path].join('.'), code: 'option_invalid', message }),
  )
}
