import { z } from 'zod'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'

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
            'What it is called now: the name of a profile, member or key, the username of an account or of the author of a comment, the beginning of a post or of an alternative text, a URL. Of a deleted member, key, origin or endpoint: its last name or host. `null` without one.',
        }),
        parent_id: z
          .string()
          .nullable()
          .meta({ description: 'The comment of a reply or note, otherwise `null`.' }),
        deleted: z.boolean().meta({ description: 'Whether it no longer exists.' }),
      })
      .nullable(),
    changed_fields: z.array(z.string()).meta({
      description:
        'The fields that an update gave another value, such as `scheduled_at`. Empty for other actions.',
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
        action: 'createPost',
        resource: {
          type: 'post',
          id: exampleIds.post,
          name: 'Our winter menu starts on Monday.',
          parent_id: null,
          deleted: false,
        },
        changed_fields: [],
        profile_id: exampleIds.profile,
        request_id: exampleIds.request,
        ip: '203.0.113.24',
        via: null,
        status: 201,
      },
    ],
  })
export type AuditEntry = z.infer<typeof auditEntryShape>
