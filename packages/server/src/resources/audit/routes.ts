import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listQuery } from '../../http/list.ts'
import { route } from '../../http/route.ts'
import { auditEntryShape, auditFilters } from '../../schemas/audit-entry.ts'
import { exampleIds } from '../../schemas/examples.ts'
import { listOf } from '../../schemas/fields.ts'
import { auditCsv } from './csv.ts'
import { listEntries } from './entries.ts'

const csvText = z.string().meta({
  examples: [
    `at,actor_kind,actor_id,actor_name,action,resource_type,resource_id,resource_name,profile_id,request_id,ip,via,status,changes\r\n2026-11-18T10:02:00.000Z,member,${exampleIds.member},Mina Sato,reschedulePost,post,${exampleIds.post},Our winter menu starts on Monday.,${exampleIds.profile},${exampleIds.request},203.0.113.24,,200,scheduled_at: 2026-11-20T09:00:00.000Z → 2026-11-20T15:00:00.000Z\r\n`,
  ],
})

export const auditRoutes = [
  route({
    method: 'get',
    path: '/v1/audit-log',
    operationId: 'listAuditLog',
    tag: 'Audit log',
    summary: 'List audit log entries',
    description: `Returns every change made through the API and every sign-in, including failed ones, newest first. The log stores no content: of an update the names of the fields that changed, and the values of times, colors, languages, roles, statuses and switches. The names of resources are the current ones; API keys, members, return domains and webhook endpoints that no longer exist have the name or host that they had. Entries are kept for ${limits.audit.keptDays} days.`,
    access: 'owner',
    permission: 'all',
    query: z.strictObject({
      ...listQuery,
      ...auditFilters,
    }),
    responses: { 200: { schema: listOf(auditEntryShape), description: 'A page of entries.' } },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await listEntries(ctx, scope, query),
    }),
  }),
  route({
    method: 'get',
    path: '/v1/audit-log.csv',
    operationId: 'exportAuditLog',
    tag: 'Audit log',
    summary: 'Export the audit log as CSV',
    description: `Returns the newest ${limits.audit.csvEntriesMax.toLocaleString('en')} entries that match the filters, one per line, newest first. Use \`to\` for older ones.`,
    access: 'owner',
    permission: 'all',
    query: z.strictObject(auditFilters),
    responses: {
      200: {
        schema: csvText,
        description: 'The file, in UTF-8 with a byte order mark.',
        contentType: 'text/csv',
      },
    },
    errors: [],
    run: async (ctx, scope, { query }) => ({
      status: 200,
      body: await auditCsv(ctx, scope, query),
      headers: { 'content-disposition': 'attachment; filename="audit-log.csv"' },
    }),
  }),
]
