import { z } from 'zod'
import { instant } from './fields.ts'
import { emailField, memberName } from './session.ts'

/** Whose installation this is. */
export const ownerShape = z
  .object({
    id: z.string().meta({ examples: ['own_01k4wz7tq8e1n9mdh2y6c3vbfa'] }),
    object: z.literal('owner'),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Where letters about webhooks go.' }),
    account_limit: z.int().nullable().meta({ description: '`null` for no limit.' }),
    created_at: instant,
  })
  .meta({ id: 'Owner' })
export type Owner = z.infer<typeof ownerShape>

export const ownerUpdate = z.strictObject({
  name: memberName.optional(),
  email: emailField.nullable().optional(),
})
