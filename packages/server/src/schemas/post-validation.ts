import { z } from 'zod'
import { exampleIds, secondExampleIds } from './examples.ts'
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
                path: 'media',
                code: 'media_required',
                message: 'Instagram posts need an image or video. Add one.',
                limit: 1,
                actual: 0,
              },
            ],
            warnings: [],
          },
          {
            account_id: secondExampleIds.account,
            platform: 'threads',
            valid: true,
            errors: [],
            warnings: [],
          },
        ],
      },
    ],
  })
export type PostValidation = z.infer<typeof postValidationShape>
