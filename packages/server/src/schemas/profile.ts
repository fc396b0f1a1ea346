import { z } from 'zod'
import { isId } from '../core/ids.ts'
import { limits } from '../core/limits.ts'
import { idOf, instant, jsonValue, lineOfText, metadata } from './fields.ts'

/** Keeps one client's accounts, posts, media, comments and insights apart from those of others. */
export const profileShape = z
  .object({
    id: idOf('profile'),
    object: z.literal('profile'),
    name: z.string(),
    external_id: z.string().nullable().meta({ description: "The owner's own id of the client." }),
    is_default: z.boolean(),
    metadata: z.record(z.string(), jsonValue),
    account_count: z.int().meta({ description: 'Accounts that are not disconnected.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profileShape>

export const deletedProfileShape = z
  .object({ id: idOf('profile'), object: z.literal('profile'), status: z.literal('deleting') })
  .meta({ id: 'ProfileDeleting' })

export const externalId = z
  .string()
  .regex(/^[A-Za-z0-9._:@+-]{1,255}$/, 'Use 1 to 255 of A-Z a-z 0-9 . _ : @ + -')
  .refine((value) => !isId('profile', value), 'It must not have the shape of a profile id.')
  // RFC 3986 §5.2.4: clients and servers take these two out of every path, even percent-encoded.
  .refine((value) => value !== '.' && value !== '..', 'It must not be . or ..')

export const profileCreate = z.strictObject({
  name: lineOfText(limits.profile.nameCharsMax),
  external_id: externalId.optional(),
  metadata: metadata(limits.profile.metadataBytesMax).optional(),
})

export const profileUpdate = z.strictObject({
  name: lineOfText(limits.profile.nameCharsMax).optional(),
  external_id: externalId.nullable().optional(),
  metadata: metadata(limits.profile.metadataBytesMax).optional(),
})

const erasedCounts = z.object({
  accounts: z.int(),
  posts: z.int(),
  media: z.int(),
  comments: z.int(),
})

export const deletionStatuses = ['deleting', 'deleted'] as const

export const profileDeletionShape = z
  .object({
    id: idOf('profile'),
    object: z.literal('profile_deletion'),
    status: z.enum(deletionStatuses),
    name: z.string().nullable().meta({ description: '`null` once it is erased.' }),
    started_at: instant,
    finished_at: instant.nullable(),
    counts: erasedCounts.nullable().meta({ description: 'What is erased, once it is counted.' }),
  })
  .meta({ id: 'ProfileDeletion', description: 'The deletion of a profile, under way or finished.' })
export type ProfileDeletion = z.infer<typeof profileDeletionShape>

/** What `profile.deleted` tells: what the profile was and what was erased with it. */
export const erasedProfileShape = z
  .object({
    id: idOf('profile'),
    name: z.string(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), jsonValue),
    deleted_at: instant,
    counts: erasedCounts,
  })
  .meta({ id: 'ErasedProfile' })
