import type { z } from 'zod'
import type { PublishFinding } from './publish.ts'

/** Above this share of a limit, a `near_limit` warning is added. */
const nearShare = 0.9

/** Path, code and the rule as a sentence: `A video has up to 4 GB.` */
export type FindingText = Pick<PublishFinding, 'path' | 'code' | 'message'>
export type FindingValues = Partial<Pick<PublishFinding, 'limit' | 'actual'>>

/** A finding that prevents publishing. */
export function errorFinding(text: FindingText, values: FindingValues = {}): PublishFinding {
  return { level: 'error', limit: null, actual: null, ...text, ...values }
}

/** A finding that does not prevent publishing. */
export function warningFinding(text: FindingText, values: FindingValues = {}): PublishFinding {
  return { ...errorFinding(text, values), level: 'warning' }
}

/**
 * An error above `limit`, a `near_limit` warning from 90 % of it. An unknown value (`null`) is not
 * checked here: the platform checks it.
 */
export function checkMax(
  text: FindingText,
  limit: number,
  actual: number | null,
): PublishFinding[] {
  if (actual === null) return []
  const values = { limit, actual }
  if (actual > limit) return [errorFinding(text, values)]
  return actual >= limit * nearShare
    ? [warningFinding({ ...text, code: 'near_limit' }, values)]
    : []
}

/** One `option_invalid` per option that does not match the platform's schema. */
export function checkOptions(shape: z.ZodType, options: unknown): PublishFinding[] {
  const issues = shape.safeParse(options).error?.issues ?? []
  return issues.map(({ path, message }) =>
    errorFinding({ path: ['options', ...path].join('.'), code: 'option_invalid', message }),
  )
}
