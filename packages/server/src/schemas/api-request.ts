import { z } from 'zod'
import { errorCatalog } from '../core/error-catalog.ts'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { anyOf, type FilterOf, givenInstant, idOf, instant } from './fields.ts'

export const requestMethods = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const

const errorStatuses = Object.values(errorCatalog).map(({ status }) => status)

/** The classes of statuses, and every status of the API. */
export const statusFilters = [
  '2xx',
  '4xx',
  '5xx',
  ...[...new Set([200, 201, 202, ...errorStatuses])].sort().map(String),
] as const as readonly [string, ...string[]]

const measure = z.union([z.number(), z.string()]).nullable()

const errorDetail = z.object({
  path: z.string().meta({ description: 'The field, as in `error_fields`; empty for the body.' }),
  code: z.string().meta({ description: 'The reason.', examples: ['text_too_long'] }),
  limit: measure.meta({ description: 'What is allowed, if the reason is a limit.' }),
  actual: measure.meta({
    description: 'The size, count or kind of what was sent, never the value of a field.',
  }),
})

/** One request of an API key, without its body, headers and query. */
export const apiRequestShape = z
  .object({
    id: idOf('request').meta({
      description: 'The `X-Request-Id` of the response, unless the request came with one.',
    }),
    object: z.literal('api_request'),
    created_at: instant.meta({ description: 'When the request arrived.' }),
    method: z.enum(requestMethods),
    path: z.string().meta({
      description:
        'The path without its query. A value that is not an ID, such as an `external_id` or `undefined`, is shown as the name of the parameter: `/v1/profiles/{id}`.',
    }),
    operation: z.string().meta({
      description: 'The `operationId` of the endpoint.',
      examples: ['createPost'],
    }),
    status: z.int().meta({ description: 'The HTTP status of the response.' }),
    error_code: z.string().nullable().meta({ description: 'The `code` of the error, if any.' }),
    error_fields: z.array(z.string()).meta({
      description: `The fields and parameters that the error names, without their values. \`?\` stands for a name that does not look like one, or is longer than ${limits.requestLog.fieldCharsMax} characters.`,
    }),
    error_details: z.array(errorDetail).meta({
      description:
        'Why the request was refused: the `details` of the error without their messages, which can repeat what was sent. Empty for an error without details, and for requests of earlier versions.',
    }),
    duration_ms: z.int().meta({ description: 'Until the response was ready, in milliseconds.' }),
    request_id: z.string().meta({
      description: 'The `X-Request-Id` of the response. Callers can send their own, even twice.',
    }),
    key: z.object({
      id: idOf('key'),
      name: z.string().meta({ description: 'The name at the time of the request.' }),
      kind: z.enum(['owner', 'profile']),
    }),
    profile_id: idOf('profile').nullable().meta({
      description: 'The profile of the key or of the `Service-Profile` header.',
    }),
    via: z
      .enum(['mcp'])
      .nullable()
      .meta({ description: '`mcp` if an assistant sent it through the MCP endpoint.' }),
  })
  .meta({
    id: 'ApiRequest',
    examples: [
      {
        id: exampleIds.request,
        object: 'api_request',
        created_at: '2026-11-20T09:14:00.000Z',
        method: 'POST',
        path: '/v1/posts',
        operation: 'createPost',
        status: 422,
        error_code: 'content_invalid',
        error_fields: ['targets.0.text'],
        error_details: [{ path: 'targets.0.text', code: 'text_too_long', limit: 500, actual: 600 }],
        duration_ms: 12,
        request_id: exampleIds.request,
        key: { id: exampleIds.key, name: 'Café Aurora website', kind: 'profile' },
        profile_id: exampleIds.profile,
        via: null,
      },
    ],
  })
export type ApiRequest = z.infer<typeof apiRequestShape>

const identifier = z.string().min(1).max(limits.request.idCharsMax)

export const requestFilters = {
  key_id: identifier.optional().meta({ description: 'The ID of an API key.' }),
  method: z
    .enum(requestMethods)
    .optional()
    .meta({ description: 'Only requests with this method.' }),
  status: anyOf(statusFilters, 'requests with these statuses or classes of statuses').optional(),
  error_code: identifier.optional().meta({ description: 'The code of an error.' }),
  operation: identifier.optional().meta({ description: 'The `operationId` of an endpoint.' }),
  request_id: identifier.optional().meta({ description: 'The `X-Request-Id` of responses.' }),
  from: givenInstant.optional().meta({ description: 'Requests at this time or later.' }),
  to: givenInstant.optional().meta({ description: 'Requests before this time.' }),
}
export type RequestFilter = FilterOf<typeof requestFilters>
