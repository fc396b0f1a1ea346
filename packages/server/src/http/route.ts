import type { z } from 'zod'
import type { Scope } from '../access/scope.ts'
import type { ErrorCode } from '../base/errors.ts'
import type { Context } from '../context.ts'
import type { Permission } from '../resources/api-key.ts'

export type Answer<Body = unknown> = {
  status: 200 | 201 | 202
  body: Body
  headers?: Record<string, string>
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The body of a form, not read yet: `chunks` reads it once, within the deadlines of an upload. */
export type Upload = {
  contentType: string
  /** Content-Length as it was sent: a claim, not a limit. */
  length: string | null
  chunks(): AsyncIterable<Uint8Array>
}

type Input<Params, Query, Body> = {
  params: Parsed<Params>
  query: Parsed<Query>
  /** Missing when there is an `upload`. */
  body: Parsed<Body>
  /** Only where the route has a `form` and one was sent. */
  upload: Upload | null
}

type AnswerDefinition = {
  schema: z.ZodType
  description: string
  /** Of a body that is text and sent as it is; JSON when not said. */
  contentType?: 'text/csv'
}

type Definition<Params, Query, Body> = {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** OpenAPI form: `/v1/profiles/{id}`. */
  path: `/v1/${string}`
  operationId: string
  tag: string
  summary: string
  description?: string
  /** `key`: any valid key. `owner`: an owner key, else 403 `owner_key_required`. */
  access: 'key' | 'owner'
  /** What a limited key must have been given; `null` needs no scope. */
  permission: Permission | null
  params?: Params
  query?: Query
  body?: Body
  /** Whether a missing body counts as `{}`. */
  bodyOptional?: boolean
  /** The fields of a multipart/form-data that may be sent instead of the JSON body. */
  form?: z.ZodType
  answers: Partial<Record<Answer['status'], AnswerDefinition>>
  /** The codes beyond those that every route can answer (`commonErrors` in openapi.ts). */
  errors: readonly ErrorCode[]
}

export type Route = Definition<z.ZodType, z.ZodType, z.ZodType> & {
  run(ctx: Context, scope: Scope, input: Input<z.ZodType, z.ZodType, z.ZodType>): Promise<Answer>
}

/**
 * One endpoint: who may call, what goes in and out, which errors it answers, and the one call it
 * makes. Validation, access, errors and the OpenAPI document all come from this definition.
 */
export function route<
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  definition: Definition<Params, Query, Body> & {
    run(ctx: Context, scope: Scope, input: Input<Params, Query, Body>): Promise<Answer>
  },
): Route {
  return definition as unknown as Route
}
