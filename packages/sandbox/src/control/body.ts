import type { Context } from 'hono'
import type { ZodType } from 'zod'
import type { Env } from '../core/sandbox.ts'

/** An error response of the control API. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Parses the JSON body; an empty body is `{}`. Throws ControlError 400. */
export async function readBody<T>(context: Context<Env>, schema: ZodType<T>): Promise<T> {
  const text = await context.req.text()
  let value: unknown = {}
  try {
    if (text) value = JSON.parse(text)
  } catch {
    throw new ControlError(400, 'The body is not JSON.')
  }
  return parse(schema, value, 'body')
}

/** Parses the query; an unknown parameter throws ControlError 400. */
export function readQuery<T>(context: Context<Env>, schema: ZodType<T>): T {
  return parse(schema, context.req.query(), 'query')
}

function parse<T>(schema: ZodType<T>, value: unknown, whole: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || whole}: ${issue.message}`,
  )
  throw new ControlError(400, issues.join('; '))
}
