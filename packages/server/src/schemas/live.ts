import { z } from 'zod'
import { topics } from '../core/topics.ts'
import { exampleIds } from './examples.ts'
import { idOf } from './fields.ts'

/** The data of a server-sent `event: change`. */
export const liveChangeShape = z
  .object({
    topics: z.array(z.enum(topics)),
    profile_id: idOf('profile')
      .nullable()
      .meta({ description: '`null` if the change belongs to no profile or to all of them.' }),
  })
  .meta({
    id: 'LiveChange',
    description: 'The resources that may have changed. Read them again.',
    examples: [{ topics: ['posts'], profile_id: exampleIds.profile }],
  })
