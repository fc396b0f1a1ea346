import { z } from 'zod'
import { exampleIds } from './examples.ts'
import { idOf, platformValue } from './fields.ts'

const findingShape = z.object({
  path: z.string().meta({ description: 'The field of the request.' }),
  code: z.string(),
  message: z.string(),
  limit: z.union([z.number(), z.string()]).nullable().meta({ description: 'What is allowed.' }),
  actual: z.union([z.number(), z.string()]).nullable().meta({ description: 'What was sent.' }),
})

/** The result of a dry run. Nothing is stored and no platform is called. */
export const postValidationShape = z
  .object({
    object: z.literal('post_validation'),
    valid: z.boolean(),
    targets: z.array(
      z.object({
        account_id: idOf('account'),
        platform: platformValue,
        valid: z.boolean(),
        errors: z.array(findingShape),
        warnings: z.array(findingShape),
      }),
    ),
  })
  .meta({
    id: 'PostValidation',
    examples: [
      {
        object: 'post_validation',
        valid: false,
        targets: [
          {
            account_id: exampleIds.account,
            platform: 'instagram',
            valid: false,
            errors: [
              {
                path: 'text',
                code: 'text_too_long',
                message: 'The text has 2,314 characters. Instagram allows 2,200.',
                limit: 2_200,
                actual: 2_314,
              },
            ],
            warnings: [],
          },
        ],
      },
    ],
  })
export type PostValidation = z.infer<typeof postValidationShape>
