import { z } from 'zod'
import { isId } from '../core/ids.ts'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import {
  hexColor,
  idOf,
  instant,
  jsonValue,
  lineOfText,
  metadata,
  timeZone,
  writtenByOthers,
} from './fields.ts'

const approvalDescription =
  'Whether posts of this profile are held until a client approves them. It applies to posts that are created or changed from then on.'

/** Separates the accounts, posts, media, comments and insights of one client from all others. */
export const profileShape = z
  .object({
    id: idOf('profile'),
    object: z.literal('profile'),
    name: z.string().meta(writtenByOthers),
    external_id: z
      .string()
      .nullable()
      .meta({ ...writtenByOthers, description: 'Your own ID of the client.' }),
    is_default: z.boolean(),
    color: z
      .string()
      .nullable()
      .meta({
        description:
          'Marks the profile in lists and calendars, as `#rrggbb`. `null`: the dashboard chooses one by the ID.',
        examples: ['#0b7285'],
      }),
    metadata: z.record(z.string(), jsonValue).meta(writtenByOthers),
    approval_required: z.boolean().meta({ description: approvalDescription }),
    time_zone: z.string().meta({
      description:
        'The IANA name of the time zone in which the posting plans of the profile are read.',
    }),
    account_count: z
      .int()
      .meta({ description: 'The number of accounts, without disconnected ones.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Profile',
    examples: [
      {
        id: exampleIds.profile,
        object: 'profile',
        name: 'Café Aurora',
        external_id: 'cafe-aurora',
        is_default: false,
        color: '#0b7285',
        metadata: { plan: 'pro' },
        approval_required: false,
        time_zone: 'Europe/Berlin',
        account_count: 3,
        created_at: '2026-11-03T09:12:00.000Z',
        updated_at: '2026-11-03T09:12:00.000Z',
      },
    ],
  })
export type Profile = z.infer<typeof profileShape>

export const deletedProfileShape = z
  .object({ id: idOf('profile'), object: z.literal('profile'), status: z.literal('deleting') })
  .meta({
    id: 'ProfileDeleting',
    examples: [{ id: exampleIds.profile, object: 'profile', status: 'deleting' }],
  })

export const externalId = z
  .string()
  .regex(
    /^[A-Za-z0-9._:@+-]{1,255}$/,
    'It must have 1 to 255 of the characters A-Z a-z 0-9 . _ : @ + -',
  )
  .refine((value) => !isId('profile', value), 'It must not look like a profile ID.')
  // Clients and servers remove these two from every path, even percent-encoded (RFC 3986 §5.2.4).
  .refine((value) => value !== '.' && value !== '..', 'It must not be . or .. itself.')

const profileColor = hexColor
  .toLowerCase()
  .nullable()
  .meta({ description: 'Marks the profile in lists and calendars. `null` means automatic.' })

const approvalRequired = z.boolean().meta({ description: approvalDescription })

export const profileCreate = z
  .strictObject({
    name: lineOfText(limits.profile.nameCharsMax),
    external_id: externalId.optional().meta({
      description: 'Your own ID of the client. You can use it wherever an ID is expected.',
    }),
    color: profileColor.optional(),
    metadata: metadata(limits.profile.metadataBytesMax).optional(),
    approval_required: approvalRequired.optional(),
    time_zone: timeZone.optional().meta({ default: 'UTC' }),
  })
  .meta({
    examples: [
      {
        name: 'Café Aurora',
        external_id: 'cafe-aurora',
        color: '#0b7285',
        metadata: { plan: 'pro' },
        time_zone: 'Europe/Berlin',
      },
    ],
  })

export const profileUpdate = z
  .strictObject({
    name: lineOfText(limits.profile.nameCharsMax).optional(),
    external_id: externalId.nullable().optional(),
    color: profileColor.optional(),
    metadata: metadata(limits.profile.metadataBytesMax).optional(),
    approval_required: approvalRequired.optional(),
    time_zone: timeZone.optional(),
  })
  .meta({ examples: [{ name: 'Café Aurora & Bakery' }] })

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
    name: z.string().nullable().meta({ description: '`null` after it was erased.' }),
    started_at: instant,
    finished_at: instant.nullable(),
    counts: erasedCounts
      .nullable()
      .meta({ description: 'How much was erased. `null` until it is counted.' }),
  })
  .meta({
    id: 'ProfileDeletion',
    description: 'The deletion of a profile, running or finished.',
    examples: [
      {
        id: exampleIds.profile,
        object: 'profile_deletion',
        status: 'deleted',
        name: null,
        started_at: '2026-11-28T16:00:00.000Z',
        finished_at: '2026-11-28T16:00:42.000Z',
        counts: { accounts: 3, posts: 87, media: 112, comments: 431 },
      },
    ],
  })
export type ProfileDeletion = z.infer<typeof profileDeletionShape>

/** The deleted profile in `profile.deleted`, and how much was erased with it. */
export const erasedProfileShape = z
  .object({
    id: idOf('profile'),
    name: z.string(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), jsonValue),
    deleted_at: instant,
    counts: erasedCounts,
  })
  .meta({
    id: 'ErasedProfile',
    examples: [
      {
        id: exampleIds.profile,
        name: 'Café Aurora',
        external_id: 'cafe-aurora',
        metadata: { plan: 'pro' },
        deleted_at: '2026-11-28T16:00:42.000Z',
        counts: { accounts: 3, posts: 87, media: 112, comments: 431 },
      },
    ],
  })
