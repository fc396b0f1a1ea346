import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import { auditEntryShape } from '../../schemas/audit-entry.ts'
import { givenInstant, idOf, listOf } from '../../schemas/fields.ts'
import { listEntries } from './entries.ts'

const word = z.string().min(1).max(255)

export const auditRoutes = [
  route({
    method: 'get',
    path: '/v1/audit-log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    summary: 'Who did what, newest first',
    description: `Every change through the API, and every sign-in, also a failed one. An entry is written with the change, so that neither is there without the other, and kept ${limits.audit.keptDays} days; it names ids and holds no texts.`,
    access: 'owner',
    permission: 'all',
    query: z.strictObject({
      ...listQuery,
      actor_id: word.optional().meta({ description: 'The id of a member or of an API key.' }),
      action: word.optional().meta({ description: 'An operationId, or signIn, signInFailed, …' }),
      profile_id: idOf('profile').optional(),
      resource_id: word.optional(),
      from: givenInstant.optional().meta({ description: 'Not before this instant.' }),
      to: givenInstant.optional().meta({ description: 'Before this instant.' }),
    }),
    responses: { 200: { schema: listOf(auditEntryShape), description: 'Entries.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listEntries(ctx, scope, query),
    }),
  }),
]
