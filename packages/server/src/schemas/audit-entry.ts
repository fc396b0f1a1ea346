import { z } from 'zod'
import { exampleIds } from './examples.ts'
import { type FilterOf, givenInstant, idOf, instant, several } from './fields.ts'

/** Actions that are not the `operationId` of an endpoint: what a request did, or how someone signed in. */
export const otherActions = [
  'signInWithRecoveryCode',
  'signInWithProvider',
  'signInFailed',
  'secondFactorFailed',
  'changePassword',
  'reschedulePost',
  'publishPost',
  'unhideComment',
  'changeReplyStatus',
  'assignComment',
  'unassignComment',
  'disableMember',
  'enableMember',
  'pauseWebhook',
  'enableWebhook',
] as const

/** For the description of a field: `a`, `b` or `c`. */
export const otherActionsText = `${otherActions
  .slice(0, -1)
  .map((action) => `\`${action}\``)
  .join(', ')} or \`${otherActions.at(-1)}\``

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable()
export type PlainValue = z.infer<typeof plainValue>

const fieldChange = z.object({
  field: z.string(),
  values: z.object({ before: plainValue, after: plainValue }).nullable().meta({
    description:
      'The value before and after it: of times, colors, languages, roles, profile IDs, statuses and switches. `null` for other fields, whose values are not stored.',
  }),
})
export type FieldChange = z.infer<typeof fieldChange>

/** One entry of the audit log. */
export const auditEntryShape = z
  .object({
    id: idOf('auditEntry'),
    object: z.literal('audit_entry'),
    at: instant,
    actor: z.object({
      kind: z.enum(['member', 'api_key', 'system']),
      id: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'The name at the time of the entry.' }),
    }),
    action: z.string().meta({
      description: `The \`operationId\` of the endpoint, or ${otherActionsText}.`,
      examples: ['createPost'],
    }),
    resource: z
      .object({
        type: z.string(),
        id: z.string().nullable(),
        name: z.string().nullable().meta({
          description:
            'What it is called now: the name of a profile, member or key, the username of an account or of the author of a comment, the beginning of a post or of an alternative text, a URL. Of a delivery: the URL of its endpoint. Of a deleted member, key, origin or endpoint: its last name or host. `null` without one.',
        }),
        parent_id: z.string().nullable().meta({
          description:
            'The comment of a reply or note, the endpoint of a delivery of the last 30 days, otherwise `null`.',
        }),
        deleted: z.boolean().meta({ description: 'Whether it no longer exists.' }),
      })
      .nullable(),
    changes: z.array(fieldChange).meta({
      description: 'The fields that an update gave another value. Empty for other actions.',
    }),
    profile_id: idOf('profile').nullable(),
    request_id: z.string().nullable(),
    ip: z.string().nullable(),
    via: z
      .enum(['mcp'])
      .nullable()
      .meta({ description: '`mcp` if an assistant did it through the MCP endpoint.' }),
    status: z.int().meta({ description: 'The HTTP status of the response.' }),
  })
  .meta({
    id: 'AuditEntry',
    examples: [
      {
        id: exampleIds.auditEntry,
        object: 'audit_entry',
        at: '2026-11-18T10:02:00.000Z',
        actor: { kind: 'member', id: exampleIds.member, name: 'Mina Sato' },
        action: 'reschedulePost',
        resource: {
          type: 'post',
          id: exampleIds.post,
          name: 'Our winter menu starts on Monday.',
          parent_id: null,
          deleted: false,
        },
        changes: [
          {
            field: 'scheduled_at',
            values: { before: '2026-11-20T09:00:00.000Z', after: '2026-11-20T15:00:00.000Z' },
          },
        ],
        profile_id: exampleIds.profile,
        request_id: exampleIds.request,
        ip: '203.0.113.24',
        via: null,
        status: 200,
      },
    ],
  })
export type AuditEntry = z.infer<typeof auditEntryShape>

const identifier = z.string().min(1).max(255)
const actionsMax = 100

export const auditFilters = {
  id: idOf('auditEntry').optional().meta({ description: 'Only this entry.' }),
  actor_id: identifier.optional().meta({ description: 'The ID of a member or API key.' }),
  action: several(identifier, actionsMax)
    .optional()
    .meta({
      description: `Only entries with these actions, separated by commas: an \`operationId\`, ${otherActionsText}.`,
    }),
  profile_id: idOf('profile').optional().meta({ description: 'Only entries of this profile.' }),
  resource_id: identifier
    .optional()
    .meta({ description: 'Only entries about the resource with this ID.' }),
  from: givenInstant.optional().meta({ description: 'Entries at this time or later.' }),
  to: givenInstant.optional().meta({ description: 'Entries before this time.' }),
}
export type AuditFilter = FilterOf<typeof auditFilters>
