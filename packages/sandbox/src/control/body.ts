import type { Context } from 'hono'
import type { ZodType } from 'zod'
import type { Env } from '../core/world.ts'
import { ControlError } from './errors.ts'

/** The JSON body checked against a schema; an empty body counts as `{}`. */
export async function readBody<T>(context: Context<Env>, schema: ZodType<T>): Promise<T> {
  const text = await context.req.text()
  let value: unknown = {}
  try {
    if (text) value = JSON.parse(text)
  } catch {
    throw new ControlError(400, 'The body is not JSON.')
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`,
  )
  throw new ControlError(400, issues.join('; '))
}
