import { z } from 'zod'
import { exampleIds } from './examples.ts'

/** The body of every error response. Source: contract.md §10. */
export const errorBody = z
  .object({
    error: z.object({
      type: z.string(),
      code: z.string().meta({
        description: 'A stable code. Each operation lists its codes; `x-errors` lists them all.',
      }),
      message: z.string().meta({ description: 'A sentence for people. It may change.' }),
      param: z
        .string()
        .nullable()
        .meta({ description: 'The field or parameter that caused the error.' }),
      details: z.array(z.looseObject({ path: z.string(), code: z.string(), message: z.string() })),
      platform: z
        .object({
          value: z.string(),
          code: z.string().nullable(),
          message: z.string().nullable(),
        })
        .nullable()
        .meta({ description: 'The error that the platform returned, if it caused this one.' }),
      retryable: z.boolean().meta({ description: 'Whether the same request can succeed later.' }),
      doc_url: z.url(),
      request_id: z.string(),
    }),
  })
  .meta({
    id: 'Error',
    description: 'The body of every error response.',
    examples: [
      {
        error: {
          type: 'invalid_request_error',
          code: 'validation_failed',
          message: '`name` is required.',
          param: 'name',
          details: [{ path: 'name', code: 'invalid_type', message: 'This field is required.' }],
          platform: null,
          retryable: false,
          doc_url: 'https://postern.example.com/docs/errors#validation_failed',
          request_id: exampleIds.request,
        },
      },
    ],
  })
