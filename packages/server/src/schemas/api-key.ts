import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds, exampleOf } from './examples.ts'
import {
  givenInstant,
  idOf,
  instant,
  lineOfText,
  profileReference,
  writtenByOthers,
} from './fields.ts'
import { signedInMember } from './session.ts'

/** The resources that the scopes of a key cover. Source: contract.md §2. */
export const permissionAreas = [
  'profiles',
  'accounts',
  'connect',
  'posts',
  'media',
  'comments',
  'insights',
  'webhooks',
  'keys',
] as const
/** `posts:draft` creates, changes and deletes drafts, and publishes nothing. `posts:write` includes it. */
export type Permission = `${(typeof permissionAreas)[number]}:${'read' | 'write'}` | 'posts:draft'

export const permissions = permissionAreas.flatMap((area) => [
  `${area}:read`,
  ...(area === 'posts' ? ['posts:draft'] : []),
  `${area}:write`,
]) as [Permission, ...Permission[]]

const scopes = z
  .array(z.enum(permissions))
  .min(1)
  .max(limits.key.scopesMax)
  .transform((values) => [...new Set(values)])
  .meta({
    description:
      'What the key may do. Leave it out for a key without restrictions. `posts:draft` creates, changes and deletes drafts without publishing, for assistants; `posts:write` includes it.',
  })

/** A key without its secret, which is returned only at creation and rotation. */
export const apiKeyShape = z
  .object({
    id: idOf('key'),
    object: z.literal('api_key'),
    kind: z.enum(['owner', 'profile']),
    name: z.string(),
    profile_id: idOf('profile').nullable(),
    hint: z.string().meta({ description: 'The first characters of the key, to recognize it by.' }),
    scopes: z
      .array(z.enum(permissions))
      .nullable()
      .meta({ description: '`null` means all scopes.' }),
    status: z.enum(['active', 'expired', 'revoked']),
    expires_at: instant.nullable(),
    revoked_at: instant.nullable(),
    last_used_at: instant.nullable().meta({ description: 'Accurate to the minute.' }),
    created_at: instant,
  })
  .meta({
    id: 'ApiKey',
    examples: [
      {
        id: exampleIds.key,
        object: 'api_key',
        kind: 'profile',
        name: 'Café Aurora website',
        profile_id: exampleIds.profile,
        hint: 'pst_profile_4Fq9',
        scopes: ['posts:read', 'posts:write', 'media:write'],
        status: 'active',
        expires_at: '2027-11-03T00:00:00.000Z',
        revoked_at: null,
        last_used_at: '2026-11-20T09:14:00.000Z',
        created_at: '2026-11-03T08:55:00.000Z',
      },
    ],
  })
export type ApiKey = z.infer<typeof apiKeyShape>

export const apiKeyWithSecretShape = apiKeyShape
  .extend({
    secret: z
      .string()
      .meta({ description: 'The key itself. Store it now; it is not shown again.' }),
  })
  .meta({
    id: 'ApiKeyWithSecret',
    examples: [
      {
        ...exampleOf(apiKeyShape),
        last_used_at: null,
        secret: 'pst_profile_4Fq9ZtR2wKx7Lm3Vb8NcYd1HsGj6PqUa5TeWo0XiBvM',
      },
    ],
  })

export const apiKeyCreate = z
  .strictObject({
    name: lineOfText(limits.key.nameCharsMax),
    profile_id: profileReference
      .optional()
      .meta({ description: 'Locks the key to this profile. Leave it out to create an owner key.' }),
    scopes: scopes.optional(),
    expires_at: givenInstant.optional(),
  })
  .meta({
    examples: [
      {
        name: 'Café Aurora website',
        profile_id: 'cafe-aurora',
        scopes: ['posts:read', 'posts:write', 'media:write'],
        expires_at: '2027-11-03T00:00:00Z',
      },
    ],
  })

export const apiKeyRotate = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(limits.key.overlapSecondsMax)
      .default(0)
      .meta({ description: 'How many seconds the old secret keeps working.' }),
  })
  .meta({ examples: [{ overlap_seconds: 3_600 }] })

/** The key or the signed-in member that sends the request. */
export const meShape = z
  .object({
    object: z.literal('me'),
    key: z
      .object({
        id: idOf('key'),
        kind: z.enum(['owner', 'profile']),
        name: z.string(),
        scopes: z.array(z.enum(permissions)).nullable(),
        expires_at: instant.nullable(),
      })
      .nullable()
      .meta({ description: 'The API key of the request. `null` for a signed-in member.' }),
    member: signedInMember
      .nullable()
      .meta({ description: 'The signed-in member. `null` with an API key.' }),
    owner: z.object({ id: z.string(), name: z.string(), account_limit: z.int().nullable() }),
    profile: z
      .object({
        id: idOf('profile'),
        external_id: z.string().nullable().meta(writtenByOthers),
      })
      .nullable()
      .meta({
        description: 'The only profile that the request can access. `null` means all profiles.',
      }),
  })
  .meta({
    id: 'Me',
    examples: [
      {
        object: 'me',
        key: {
          id: exampleIds.key,
          kind: 'profile',
          name: 'Café Aurora website',
          scopes: ['posts:read', 'posts:write', 'media:write'],
          expires_at: '2027-11-03T00:00:00.000Z',
        },
        member: null,
        owner: { id: exampleIds.owner, name: 'Northlight Social', account_limit: null },
        profile: { id: exampleIds.profile, external_id: 'cafe-aurora' },
      },
    ],
  })
export type Me = z.infer<typeof meShape>
