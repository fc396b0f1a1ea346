import { z } from 'zod'
import { idOf, instant } from './fields.ts'

/** Who did what. */
export const auditEntryShape = z
  .object({
    id: idOf('auditEntry'),
    object: z.literal('audit_entry'),
    at: instant,
    actor: z.object({
      kind: z.enum(['member', 'api_key', 'system']),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'As it was called then.' }),
    }),
    action: z.string().meta({
      description:
        'The operationId of the endpoint, or signIn, signInFailed, redeemSignInLink, changePassword.',
      examples: ['createPost'],
    }),
    resource: z.object({ type: z.string(), id: z.string().nullable() }).nullable(),
    profile_id: idOf('profile').nullable(),
    request_id: z.string().nullable(),
    ip: z.string().nullable(),
    status: z.int().meta({ description: 'The HTTP status that was answered.' }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntryShape>
