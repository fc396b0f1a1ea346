import type { Context } from 'hono'
import type { ZodType } from 'zod'
import type { Env } from '../core/sandbox.ts'

/** A request to the control API that cannot be done; the message is for the person who wrote it. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The JSON body checked against a schema; an empty body counts as `{}`. */
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

/** The query checked against a schema; an unknown parameter is refused. */
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
