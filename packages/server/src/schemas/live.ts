import { z } from 'zod'
import { topics } from '../core/topics.ts'
import { idOf } from './fields.ts'

/** The data of an `event: change`. */
export const liveChangeShape = z
  .object({
    topics: z.array(z.enum(topics)),
    profile_id: idOf('profile')
      .nullable()
      .meta({ description: '`null` for what belongs to no profile, or to all.' }),
  })
  .meta({ id: 'LiveChange', description: 'What may have changed, so that it is read again.' })
