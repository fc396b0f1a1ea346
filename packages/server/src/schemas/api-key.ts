import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { givenInstant, idOf, instant, lineOfText, profileReference } from './fields.ts'
import { signedInMember } from './session.ts'

/** What a key may be limited to. Source: decisions.md §2. */
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
export type Permission = `${(typeof permissionAreas)[number]}:${'read' | 'write'}`

export const permissions = permissionAreas.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
) as [Permission, ...Permission[]]

const scopes = z
  .array(z.enum(permissions))
  .min(1)
  .max(limits.key.scopesMax)
  .transform((given) => [...new Set(given)])

/** A key as it can be listed; its secret is shown once, at creation and rotation. */
export const apiKeyShape = z
  .object({
    id: idOf('key'),
    object: z.literal('api_key'),
    kind: z.enum(['owner', 'profile']),
    name: z.string(),
    profile_id: idOf('profile').nullable(),
    hint: z.string().meta({ description: 'The beginning of the key, to recognise it by.' }),
    scopes: z.array(z.enum(permissions)).nullable().meta({ description: '`null` means all.' }),
    status: z.enum(['active', 'expired', 'revoked']),
    expires_at: instant.nullable(),
    revoked_at: instant.nullable(),
    last_used_at: instant.nullable().meta({ description: 'To the minute.' }),
    created_at: instant,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKeyShape>

export const apiKeyWithSecretShape = apiKeyShape
  .extend({ secret: z.string().meta({ description: 'The key itself, shown only this once.' }) })
  .meta({ id: 'ApiKeyWithSecret' })

export const apiKeyCreate = z.strictObject({
  name: lineOfText(limits.key.nameCharsMax),
  profile_id: profileReference
    .optional()
    .meta({ description: 'With it the key is locked to that profile; without it, an owner key.' }),
  scopes: scopes.optional(),
  expires_at: givenInstant.optional(),
})

export const apiKeyRotate = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(limits.key.overlapSecondsMax)
    .default(0)
    .meta({ description: 'How long the old secret keeps working.' }),
})

/** What the key or the member of the request is. */
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
      .meta({ description: '`null` for a member who signed in.' }),
    member: signedInMember.nullable().meta({ description: '`null` with an API key.' }),
    owner: z.object({ id: z.string(), name: z.string(), account_limit: z.int().nullable() }),
    profile: z
      .object({ id: idOf('profile'), external_id: z.string().nullable() })
      .nullable()
      .meta({ description: 'The one profile this request sees, or `null` for all.' }),
  })
  .meta({ id: 'Me' })
