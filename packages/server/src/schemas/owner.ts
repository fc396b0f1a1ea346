import { z } from 'zod'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'
import { emailField, memberName } from './session.ts'

const requiredFor = z
  .enum(['nobody', 'owners', 'everyone'])
  .meta({ description: 'Which members must have a second factor to use the dashboard.' })

/** The owner of this installation. */
export const ownerShape = z
  .object({
    id: idOf('owner'),
    object: z.literal('owner'),
    name: z.string(),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Receives emails about failing webhook endpoints.' }),
    account_limit: z
      .int()
      .nullable()
      .meta({ description: 'The maximum number of connected accounts. `null` means no limit.' }),
    second_factor_required_for: requiredFor,
    created_at: instant,
  })
  .meta({
    id: 'Owner',
    examples: [
      {
        id: exampleIds.owner,
        object: 'owner',
        name: 'Northlight Social',
        email: 'ops@northlight.example',
        account_limit: null,
        second_factor_required_for: 'owners',
        created_at: '2026-11-02T08:00:00.000Z',
      },
    ],
  })
export type Owner = z.infer<typeof ownerShape>

export const ownerUpdate = z
  .strictObject({
    name: memberName.optional(),
    email: emailField.nullable().optional(),
    second_factor_required_for: requiredFor.optional(),
  })
  .meta({ examples: [{ name: 'Northlight Social', email: 'ops@northlight.example' }] })
export type OwnerUpdate = z.output<typeof ownerUpdate>
