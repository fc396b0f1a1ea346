import type { Context as Call } from 'hono'
import type { z } from 'zod'
import { invalidField, ServiceError } from '../core/errors.ts'
import { hasTooManyValues } from '../core/json-values.ts'
import { limits } from '../core/limits.ts'
import { mimeTypeOf, readBytes } from './body.ts'
import { invalidInput } from './errors.ts'
import { issueSentence } from './issue-sentence.ts'
import { bodyBytesMaxOf, type Route } from './route.ts'

const { jsonDepthMax, valuesMax } = limits.body

export type RawBody = { bytes: Buffer; json: unknown }

const noBody: RawBody = { bytes: Buffer.alloc(0), json: undefined }

/** Reads the JSON body of a request, within the size limit of its route. */
export async function readBody(route: Route, call: Call): Promise<RawBody> {
  if (route.method === 'get') return noBody
  const isJson = mimeTypeOf(call.req.header('content-type')) === 'application/json'
  const bytes = isJson
    ? await readBytes(call.req.raw, bodyBytesMaxOf(route))
    : await readNothing(route, call)
  if (bytes.length === 0) {
    if (route.body && !route.bodyOptional) {
      throw new ServiceError('invalid_json', { message: 'The body is empty. Send a JSON object.' })
    }
    return { bytes, json: route.body ? {} : undefined }
  }
  // `parse` counts exactly.
  if (hasTooManyValues(bytes, valuesMax)) throw tooManyValues()
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { bytes, json: route.body ? json : refuseFields(json) }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('invalid_json', { cause })
  }
}

/** A body that is not JSON must be empty. Its type is wrong whatever its size is. */
async function readNothing(route: Route, call: Call): Promise<Buffer> {
  try {
    return await readBytes(call.req.raw, 0)
  } catch (err) {
    if (!(err instanceof ServiceError) || err.code !== 'payload_too_large') throw err
    const message =
      'The content type is not supported. Send multipart/form-data or application/json.'
    throw new ServiceError('unsupported_media_type', route.form ? { message } : {})
  }
}

function tooManyValues(): ServiceError {
  const message = `The body has more than ${valuesMax.toLocaleString('en')} values.`
  return invalidField('', message, 'too_many_values')
}

/** Endpoints without a body accept an empty object, because many clients send one. */
function refuseFields(json: unknown): undefined {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) {
    throw new ServiceError('validation_failed', {
      message: 'The body must be a JSON object or empty.',
    })
  }
  const [path] = Object.keys(json)
  if (path === undefined) return undefined
  throw new ServiceError('validation_failed', {
    details: [
      {
        path,
        code: 'unrecognized_keys',
        message: 'It is not allowed. This endpoint accepts no fields.',
      },
    ],
  })
}

/** Validates params, query or body with the route's schema; 400 `validation_failed` with details. */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    const names = value && typeof value === 'object' ? Object.keys(value) : []
    if (names.length === 0) return undefined
    throw new ServiceError('validation_failed', {
      details: names.slice(0, limits.error.detailsMax).map((name) => ({
        path: name,
        code: 'unrecognized_keys',
        message: 'It is not a parameter of this endpoint.',
      })),
    })
  }
  checkValue(value, { path: [], values: 0 })
  const result = schema.safeParse(value, { error: issueSentence })
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

type Walk = { path: string[]; values: number }

/**
 * Rejects values that cannot be stored unchanged: U+0000 and lone surrogates, which PostgreSQL text
 * cannot hold, the field `__proto__`, which zod drops, and numbers that JavaScript rounds. Also limits
 * depth and size before zod runs, so that a hostile body costs little.
 */
function checkValue(value: unknown, walk: Walk): void {
  if (typeof value === 'string') checkText(value, walk)
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    const message = `Numbers beyond ±${Number.MAX_SAFE_INTEGER} lose digits. Send it as a string.`
    throw invalidField(walk.path.join('.'), message, 'number_too_large')
  }
  if (value === null || typeof value !== 'object') return
  if (walk.path.length > jsonDepthMax) {
    throw invalidField(walk.path[0] ?? '', `It is nested deeper than ${jsonDepthMax} levels.`)
  }
  const names = Array.isArray(value) ? null : Object.keys(value)
  walk.values += names?.length ?? (value as unknown[]).length
  if (walk.values > valuesMax) throw tooManyValues()
  if (names) for (const name of names) checkField(value as Record<string, unknown>, name, walk)
  else for (const [index, inner] of (value as unknown[]).entries()) checkInner(inner, index, walk)
}

function checkField(value: Record<string, unknown>, name: string, walk: Walk): void {
  checkText(name, walk)
  if (name === '__proto__') {
    const path = [...walk.path, name].join('.')
    throw invalidField(path, 'It is not allowed. Rename the field.')
  }
  checkInner(value[name], name, walk)
}

function checkInner(value: unknown, name: string | number, walk: Walk): void {
  walk.path.push(String(name))
  checkValue(value, walk)
  walk.path.pop()
}

function checkText(text: string, walk: Walk): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  const message = 'It must not contain NUL characters or unpaired surrogates.'
  throw invalidField(walk.path.join('.'), message)
}
