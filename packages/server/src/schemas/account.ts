import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { platformValues } from '../core/networks.ts'
import { exampleIds, exampleOf } from './examples.ts'
import {
  anyOf,
  type FilterOf,
  idOf,
  instant,
  lineOfText,
  platformValue,
  profileReference,
  writtenByOthers,
} from './fields.ts'
import { platformReply, platformText } from './platform.ts'
import { platformMedia } from './platform-media.ts'

export const accountStatuses = ['connected', 'expired', 'disconnected'] as const
const accountStatusReasons = [
  'token_expired',
  'token_revoked',
  'password_changed',
  'checkpoint_required',
  'permission_revoked',
  'suspended',
  'deactivated',
  'server_changed',
  'by_owner',
  'by_platform',
] as const

const exampleLimits = {
  text_max: 2_200,
  media_max: 10,
  reply_max: 2_200,
  text: {
    max: 2_200,
    unit: 'characters',
    bytes_max: null,
    url_chars: null,
    short_mentions: false,
    max_by_kind: { text: null, photos: null, video: null },
  },
  reply: {
    max: 2_200,
    unit: 'characters',
    bytes_max: null,
    url_chars: null,
    short_mentions: false,
    mentions_author: false,
  },
  media: {
    max: 10,
    videos_max: 10,
    mixed: true,
    required: true,
    alt_text_max: 1_000,
    files: [
      {
        type: 'image',
        post: 'story',
        formats: ['image/jpeg'],
        converted: true,
        undocumented_formats: [],
        bytes_max: 8_388_608,
        ratio_min: null,
        ratio_max: null,
        seconds_min: null,
        seconds_max: null,
        width_max: null,
        side_min: null,
        short_side_max: null,
        long_side_max: null,
        pixels_max: null,
        frame_rate_min: null,
        frame_rate_max: null,
      },
    ],
  },
}

const accountLimits = z
  .object({
    text_max: z.int(),
    media_max: z.int(),
    reply_max: z.int().nullable().meta({
      description:
        'The maximum length of a reply to a comment. `null` if replies are not supported.',
    }),
    text: platformText,
    reply: platformReply.nullable(),
    media: platformMedia,
  })
  .meta({
    id: 'AccountLimits',
    description:
      'The limits of this account, in the format of `GET /v1/platforms`. They differ from those of the platform where each server has its own. They are checked daily.',
    examples: [exampleLimits],
  })

/** A connected account at a platform. It never contains a platform token. */
export const accountShape = z
  .object({
    id: idOf('account'),
    object: z.literal('account'),
    platform: platformValue,
    profile_id: idOf('profile'),
    profile_external_id: z.string().nullable().meta(writtenByOthers),
    platform_account_id: z
      .string()
      .meta({ ...writtenByOthers, description: 'The ID of the account at the platform.' }),
    username: z.string().meta(writtenByOthers),
    display_name: z.string().nullable().meta(writtenByOthers),
    avatar_url: z.string().nullable().meta(writtenByOthers),
    profile_url: z.string().nullable().meta(writtenByOthers),
    account_type: z.string().nullable().meta(writtenByOthers),
    status: z.enum(accountStatuses).meta({
      description: 'Only a `connected` account can publish, reply or be synced.',
    }),
    status_reason: z
      .enum(accountStatusReasons)
      .nullable()
      .meta({ description: 'Why the account is not connected; `null` while it is.' }),
    access_expires_at: instant.nullable().meta({
      description:
        'When the current access ends. With `access_renews` it may be in the past: access that lasts an hour is renewed when it is next needed.',
    }),
    access_renews: z.boolean().meta({
      description:
        'Whether the service renews access automatically. If so, the client does not need to reconnect at `access_expires_at`.',
    }),
    permissions: z.object({ granted: z.array(z.string()), missing: z.array(z.string()) }),
    capabilities: z.object({
      publish: z.boolean(),
      delete: z.boolean().meta({ description: 'Whether published posts can be deleted.' }),
      comments: z.boolean(),
      reply: z.boolean(),
      hide: z.boolean(),
      insights: z.boolean(),
    }),
    limits: accountLimits,
    connected_at: instant,
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Account',
    examples: [
      {
        id: exampleIds.account,
        object: 'account',
        platform: 'instagram',
        profile_id: exampleIds.profile,
        profile_external_id: 'cafe-aurora',
        platform_account_id: '17841405793187218',
        username: 'cafe.aurora',
        display_name: 'Café Aurora',
        avatar_url: 'https://cdn.example.com/avatars/cafe-aurora.jpg',
        profile_url: 'https://www.instagram.com/cafe.aurora',
        account_type: 'business',
        status: 'connected',
        status_reason: null,
        access_expires_at: '2027-01-02T09:31:00.000Z',
        access_renews: true,
        permissions: {
          granted: [
            'instagram_business_basic',
            'instagram_business_content_publish',
            'instagram_business_manage_comments',
          ],
          missing: ['instagram_business_manage_insights'],
        },
        capabilities: {
          publish: true,
          delete: false,
          comments: true,
          reply: true,
          hide: true,
          insights: false,
        },
        limits: exampleLimits,
        connected_at: '2026-11-03T09:31:00.000Z',
        created_at: '2026-11-03T09:31:00.000Z',
        updated_at: '2026-11-03T09:31:00.000Z',
      },
    ],
  })
export type Account = z.infer<typeof accountShape>

const { limits: _, ...exampleWithoutLimits } = exampleOf(accountShape) as Account

/** What a list of accounts adds if it is asked for it. */
export const accountIncludes = ['limits'] as const

/** An account in a list. */
export const accountListItemShape = accountShape
  .extend({ limits: accountLimits.optional() })
  .meta({ id: 'AccountListItem', examples: [exampleWithoutLimits] })
export type AccountListItem = z.infer<typeof accountListItemShape>

export const accountMove = z
  .strictObject({ profile_id: profileReference })
  .meta({ examples: [{ profile_id: 'cafe-aurora' }] })

/** The problems of an account, each with the action that solves it. */
export const accountHealthShape = z
  .object({
    object: z.literal('account_health'),
    account_id: idOf('account'),
    status: z.enum(accountStatuses),
    healthy: z.boolean(),
    problems: z.array(
      z.object({
        severity: z.enum(['error', 'warning']),
        code: z.string(),
        message: z.string(),
        action: z.string().meta({ description: 'What to do, in one sentence.' }),
        permission: z
          .string()
          .nullable()
          .meta({ description: 'The missing permission, if the problem is one.' }),
      }),
    ),
    permissions: z.object({ granted: z.array(z.string()), missing: z.array(z.string()) }),
    access_expires_at: instant.nullable(),
    checked_at: instant
      .nullable()
      .meta({ description: 'When the account was last checked at the platform.' }),
    next_check_at: instant.nullable(),
  })
  .meta({
    id: 'AccountHealth',
    examples: [
      {
        object: 'account_health',
        account_id: exampleIds.account,
        status: 'connected',
        healthy: true,
        problems: [
          {
            severity: 'warning',
            code: 'permission_missing',
            message:
              'The permission instagram_business_manage_insights is not granted. Unavailable without it: insights.',
            action:
              'Send the client a connect link with this account_id and ask them to leave all permissions on.',
            permission: 'instagram_business_manage_insights',
          },
        ],
        permissions: {
          granted: [
            'instagram_business_basic',
            'instagram_business_content_publish',
            'instagram_business_manage_comments',
          ],
          missing: ['instagram_business_manage_insights'],
        },
        access_expires_at: '2027-01-02T09:31:00.000Z',
        checked_at: '2026-11-20T06:00:00.000Z',
        next_check_at: '2026-11-21T06:00:00.000Z',
      },
    ],
  })
export type AccountHealth = z.infer<typeof accountHealthShape>

export const accountFilters = {
  platform: anyOf(platformValues, 'accounts on these platforms').optional(),
  status: anyOf(accountStatuses, 'accounts with these statuses').optional(),
  search: lineOfText(limits.search.charsMax).optional().meta({
    description:
      'Words. Each must be a part of the user name or display name, of the platform’s name, or of the name or `external_id` of the profile.',
  }),
}
export type AccountFilter = FilterOf<typeof accountFilters>
