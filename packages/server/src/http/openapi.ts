import { z } from 'zod'
import { type ErrorCode, errorCatalog } from '../core/error-catalog.ts'
import { limits } from '../core/limits.ts'
import { errorBody } from '../schemas/error.ts'
import { exampleOf } from '../schemas/examples.ts'
import { type Json, toSchema } from './openapi-schema.ts'
import { headersOf, responseHeaders } from './response-headers.ts'
import { bodyBytesMaxOf, type Route } from './route.ts'
import { tags } from './tags.ts'

export type EventSchema = { type: string; description: string; schema: z.ZodType }

/** The error codes that follow from a route's access, input and idempotency. */
export function commonErrors(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = ['validation_failed', 'rate_limited', 'internal_error']
  codes.push('headers_too_large')
  codes.push('overloaded', 'unavailable')
  const isPublic = route.access === 'public'
  if (!isPublic) {
    codes.push('api_key_missing', 'api_key_invalid', 'api_key_expired', 'api_key_revoked')
    codes.push('session_invalid', 'profile_mismatch', 'profile_not_found')
    codes.push('owner_key_in_browser')
    if (!route.path.startsWith('/v1/session')) codes.push('second_factor_setup_required')
  }
  if (route.access === 'member') codes.push('session_required')
  if (route.access === 'owner') codes.push('owner_key_required')
  if (route.permission) codes.push('insufficient_scope')
  if (route.method !== 'get') {
    codes.push('invalid_json', 'payload_too_large', 'unsupported_media_type', 'request_timeout')
    codes.push('csrf_refused')
  }
  if (route.method === 'post' && !isPublic)
    codes.push('idempotency_in_progress', 'idempotency_key_reused')
  if (route.shownOnce) codes.push('secret_already_shown')
  if (route.query instanceof z.ZodObject && 'cursor' in route.query.shape) {
    codes.push('invalid_cursor')
  }
  return codes
}

/** The OpenAPI 3.1 document, generated from the routes. */
export function openApiDocument(
  routes: readonly Route[],
  events: readonly EventSchema[],
  info: { version: string; description: string },
  serverUrl: string,
): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, schemas) }
  }
  const webhooks = Object.fromEntries(events.map((event) => [event.type, webhook(event, schemas)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postern',
      contact: { name: 'Postern', url: `${serverUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
      ...info,
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An owner key (`pst_owner_…`) or a profile key (`pst_profile_…`).',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'postern_session',
          description:
            'The session of a signed-in member. With https, the name of the cookie starts with `__Host-`. Requests other than GET must come from a page of this service.',
        },
      },
      headers: responseHeaders,
      schemas: Object.fromEntries(
        Object.entries(schemas).sort(([left], [right]) => (left < right ? -1 : 1)),
      ),
    },
    'x-errors': errorCatalog,
    'x-limits': limits,
  }
}

function operation(route: Route, schemas: Json): Json {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\n${accessOf(route)}`,
    'x-access': route.access,
    ...(route.permission ? { 'x-scope': route.permission } : {}),
    ...(route.method === 'get' ? {} : { 'x-body-bytes-max': bodyBytesMaxOf(route) }),
    ...securityOf(route),
    parameters: [
      ...parameters(route.params, 'path', schemas),
      ...parameters(route.query, 'query', schemas),
      ...headerParameters(route),
    ],
    ...(route.body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: {
              'application/json': content(route.body, 'input', schemas),
              ...(route.form
                ? { 'multipart/form-data': content(route.form, 'input', schemas) }
                : {}),
            },
          },
        }
      : {}),
    responses: { ...successes(route, schemas), ...failures(route, schemas) },
  }
}

/** A body: its schema and, if there is one, its example. */
function content(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Json,
  example: unknown = exampleOf(schema),
): Json {
  const { examples: _, ...json } = toSchema(schema, io, schemas)
  return example === undefined ? { schema: json } : { schema: json, example }
}

const callers = {
  key: 'owner key, profile key or signed-in member',
  owner: 'owner key or signed-in owner',
  member: 'signed-in member',
  public: 'anyone, from a page of this service',
} as const

function accessOf({ access, permission }: Route): string {
  const caller = `Access: ${callers[access]}.`
  if (permission === null) return caller
  if (permission === 'all') return `${caller} Keys with scopes are rejected.`
  if (access === 'member') return `${caller} The session needs the scope \`${permission}\`.`
  return `${caller} Keys with scopes need \`${permission}\`.`
}

/** The security of an operation, if it differs from that of the document. */
function securityOf({ access }: Route): Json {
  if (access === 'public') return { security: [] }
  return access === 'member' ? { security: [{ session: [] }] } : {}
}

function successes(route: Route, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(
      ([status, { schema, description, contentType, example }]) => [
        status,
        {
          description,
          headers: headersOf(route, Number(status)),
          content: {
            [contentType ?? 'application/json']: content(schema, 'output', schemas, example),
          },
        },
      ],
    ),
  )
}

function failures(route: Route, schemas: Json): Json {
  const codes = [...new Set([...commonErrors(route), ...route.errors])]
  const statuses = [...new Set(codes.map((code) => errorCatalog[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const statusCodes = codes.filter((code) => errorCatalog[code].status === status)
      return [
        String(status),
        {
          description: statusCodes.map((code) => failureText(route, code)).join('\n\n'),
          'x-codes': statusCodes,
          headers: headersOf(route, status),
          content: { 'application/json': { schema: toSchema(errorBody, 'output', schemas) } },
        },
      ]
    }),
  )
}

function failureText(route: Route, code: ErrorCode): string {
  const text = `\`${code}\`: ${errorCatalog[code].message}`
  if (code !== 'payload_too_large') return text
  return `${text} JSON can have up to ${bodyBytesMaxOf(route).toLocaleString('en')} bytes.`
}

function parameters(
  schema: z.ZodType | undefined,
  location: 'path' | 'query',
  schemas: Json,
): Json[] {
  if (!schema) return []
  const object = toSchema(schema, 'input', schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(object.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: location === 'path' || (object.required ?? []).includes(name),
    ...(description ? { description } : {}),
    ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: { ...rest, ...valuesOf(schema, name) },
  }))
}

/** The default and examples, which zod leaves out of a field with a transformation. */
function valuesOf(schema: z.ZodType, name: string): Json {
  const field = schema instanceof z.ZodObject ? schema.shape[name] : undefined
  const meta = (field as z.ZodType | undefined)?.meta() ?? {}
  return Object.fromEntries(
    Object.entries(meta).filter(([key]) => key === 'default' || key === 'examples'),
  )
}

function headerParameters(route: Route): Json[] {
  if (route.access === 'public') return []
  const profile = {
    name: 'Service-Profile',
    in: 'header',
    required: false,
    description:
      'The ID or `external_id` of a profile. The request can then read and change only that profile. For owner keys and members.',
    schema: { type: 'string', examples: ['cafe-aurora'] },
  }
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: route.shownOnce
      ? `Repeating the request with the same key within ${limits.idempotency.keptHours} hours does not run it again. The secret is not returned again: 409 \`secret_already_shown\`.`
      : `Repeating the request with the same key within ${limits.idempotency.keptHours} hours returns the same response.`,
    schema: {
      type: 'string',
      pattern: '^[!-~]+$',
      minLength: 1,
      maxLength: limits.idempotency.keyCharsMax,
    },
  }
  return route.method === 'post' ? [profile, idempotency] : [profile]
}

function webhook(event: EventSchema, schemas: Json): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })
  return {
    post: {
      operationId: `on_${event.type.replaceAll('.', '_')}`,
      tags: ['Webhooks'],
      summary: event.description,
      description: `${event.description} Sent to the webhook endpoints that receive \`${event.type}\`.`,
      parameters: [
        header('Service-Signature', '`t=<unix_seconds>,v1=<hex_digest>`'),
        header('Service-Event', 'The event type.'),
        header('Service-Delivery', 'The ID of the delivery, a UUID.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': content(event.schema, 'output', schemas) },
      },
      responses: { '2XX': { description: 'Received. Respond within 5 seconds.' } },
      security: [],
    },
  }
}
