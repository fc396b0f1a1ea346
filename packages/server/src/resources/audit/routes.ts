import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import { auditEntryShape } from '../../schemas/audit-entry.ts'
import { givenInstant, idOf, listOf, several } from '../../schemas/fields.ts'
import { listEntries } from './entries.ts'

const identifier = z.string().min(1).max(255)
const actionsMax = 100

export const auditRoutes = [
  route({
    method: 'get',
    path: '/v1/audit-log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    summary: 'List audit log entries',
    description: `Returns every change made through the API and every sign-in, including failed ones, newest first. The log stores IDs and no content; the names of resources are the current ones. Entries are kept for ${limits.audit.keptDays} days.`,
    access: 'owner',
    permission: 'all',
    query: z.strictObject({
      ...listQuery,
      actor_id: identifier.optional().meta({ description: 'The ID of a member or API key.' }),
      action: several(identifier, actionsMax).optional().meta({
        description:
          'One or more of an `operationId`, `signInWithRecoveryCode`, `signInWithProvider`, `signInFailed`, `secondFactorFailed`, `redeemSignInLink` or `changePassword`, separated by commas.',
      }),
      profile_id: idOf('profile').optional(),
      resource_id: identifier.optional(),
      from: givenInstant.optional().meta({ description: 'Entries at this time or later.' }),
      to: givenInstant.optional().meta({ description: 'Entries before this time.' }),
    }),
    responses: { 200: { schema: listOf(auditEntryShape), description: 'A page of entries.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listEntries(ctx, scope, query),
    }),
  }),
]
