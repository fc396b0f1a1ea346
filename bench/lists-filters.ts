import type { Scope } from '../packages/server/src/access/scope.ts'
import type { Context } from '../packages/server/src/context.ts'
import { listAccounts } from '../packages/server/src/resources/accounts/accounts.ts'
import { listEntries } from '../packages/server/src/resources/audit/entries.ts'
import { listComments } from '../packages/server/src/resources/comments/api/comments.ts'
import { invitationKind } from '../packages/server/src/resources/connect/links/invitation.ts'
import { linkKind } from '../packages/server/src/resources/connect/links/link.ts'
import { compareAccounts } from '../packages/server/src/resources/insights/compare.ts'
import { rankPosts } from '../packages/server/src/resources/insights/rank.ts'
import { listKeys } from '../packages/server/src/resources/keys/keys.ts'
import { listMedia } from '../packages/server/src/resources/media/media.ts'
import { listPosts } from '../packages/server/src/resources/posts/posts.ts'
import { listDeletions } from '../packages/server/src/resources/profiles/deletions.ts'
import { listProfiles } from '../packages/server/src/resources/profiles/profiles.ts'
import { listStatistics } from '../packages/server/src/resources/profiles/statistics.ts'
import { listRequests } from '../packages/server/src/resources/requests/requests.ts'
import { listPages } from '../packages/server/src/resources/sent-pages/sent-pages.ts'
import { listDeliveries } from '../packages/server/src/resources/webhooks/deliveries.ts'
import { busyEndpoint, idOf, rowCount } from './lists-seed.ts'

type Input = { cursor?: string; [field: string]: unknown }
export type Page = { data: unknown[]; next_cursor: string | null }
type List = (ctx: Context, scope: Scope, input: never) => Promise<Page>

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const day = (count: number) => days(count).toISOString().slice(0, 10)
const none = idOf('none', 0)
const oldRow = Math.round(rowCount / 10)

const accountId = [idOf('acc', oldRow)]
const ofDeliveries: List = (ctx, scope, input) => listDeliveries(ctx, scope, busyEndpoint, input)

const listLinks: List = (ctx, scope, input) => listPages(ctx, scope, linkKind, input)
const listInvitations: List = (ctx, scope, input) => listPages(ctx, scope, invitationKind, input)

/** Each list with its most common filters. Those with `no` match no row, those with `few` only the oldest. */
export const lists: {
  name: string
  list: List
  ownerOnly?: true
  filters: Record<string, Input>
}[] = [
  {
    name: 'accounts',
    list: listAccounts,
    filters: {
      all: {},
      platform: { platform: ['threads'] },
      'no platform': { platform: ['tiktok'] },
      'no status': { status: ['expired'] },
      'no status of a platform': { platform: ['threads'], status: ['disconnected'] },
      search: { search: 'bakery' },
      'no search': { search: 'zzz' },
    },
  },
  {
    name: 'posts',
    list: listPosts,
    filters: {
      all: {},
      'oldest first': { order: 'asc' },
      status: { status: ['published'] },
      'few of a status': { status: ['failed'] },
      'no status': { status: ['draft'] },
      platform: { platform: ['threads'] },
      'no platform': { platform: ['tiktok'] },
      account: { account_id: accountId },
      'no account': { account_id: [none] },
      tag: { tag: 'bread' },
      'no tag': { tag: 'none' },
      external_id: { external_id: `cms-${oldRow}` },
      range: { from: day(-40), to: day(-30) },
      'no status in a range': { from: day(-40), to: day(-10), status: ['failed'] },
    },
  },
  {
    name: 'comments',
    list: listComments,
    filters: {
      all: {},
      'few of a status': { reply_status: ['unreplied'] },
      'no status': { reply_status: ['in_progress'] },
      'few of two statuses': { reply_status: ['in_progress', 'unreplied'] },
      platform: { platform: ['threads'] },
      'no platform': { platform: ['tiktok'] },
      'no platform with a status': { platform: ['tiktok'], reply_status: ['replied'] },
      account: { account_id: accountId },
      post: { post_id: [idOf('post', oldRow)] },
      range: { since: days(-40).toISOString(), until: days(-30).toISOString() },
      'none hidden': { hidden: 'true' },
      'none deleted': { deleted: 'true' },
      'none assigned': { assigned_to: none },
    },
  },
  {
    name: 'media',
    list: listMedia,
    filters: {
      all: {},
      type: { type: ['image'] },
      'few of a type': { type: ['video'] },
      'no status': { status: ['failed'] },
    },
  },
  {
    name: 'connect links',
    list: listLinks,
    filters: {
      all: {},
      used: { status: ['used'] },
      valid: { status: ['valid'] },
      'none revoked': { status: ['revoked'] },
      'no invitation': { invitation_id: none },
      search: { search: 'client' },
      'no search': { search: 'zzz' },
    },
  },
  {
    name: 'invitations',
    list: listInvitations,
    filters: { all: {}, open: { status: ['open'] }, 'none revoked': { status: ['revoked'] } },
  },
  {
    name: 'audit log',
    list: listEntries,
    filters: {
      all: {},
      actor: { actor_id: idOf('key', 3) },
      'no actor': { actor_id: none },
      'few of an action': { action: ['key.create'] },
      'few of two actions': { action: ['member.remove', 'key.create'] },
      resource: { resource_id: idOf('post', oldRow) },
      range: { from: days(-40).toISOString(), to: days(-30).toISOString() },
    },
  },
  {
    name: 'requests',
    list: listRequests,
    filters: {
      all: {},
      key: { key_id: idOf('key', 3) },
      method: { method: 'POST' },
      'no method': { method: 'DELETE' },
      failed: { status: ['4xx'] },
      'no 5xx': { status: ['5xx'] },
      'no error': { error_code: 'none' },
      operation: { operation: 'createPost' },
      'no operation': { operation: 'none' },
      'no request': { request_id: 'none' },
    },
  },
  {
    name: 'deliveries',
    list: ofDeliveries,
    ownerOnly: true,
    filters: {
      all: {},
      failed: { status: ['failed'] },
      'none pending': { status: ['pending'] },
      'none skipped': { status: ['skipped'] },
      type: { event_type: ['post.published'] },
      'no type': { event_type: ['post.failed'] },
      range: { since: days(-20).toISOString(), until: days(-19).toISOString() },
      'no event': { event_id: '00000000-0000-7000-8000-000000000000' },
      'no resource': { resource_id: none },
    },
  },
  {
    name: 'profiles',
    list: listProfiles,
    filters: { all: {}, search: { search: 'client' }, 'no search': { search: 'zzz' } },
  },
  {
    name: 'deletions',
    list: listDeletions,
    filters: { all: {}, 'none running': { status: ['deleting'] } },
  },
  { name: 'statistics', list: listStatistics, filters: { all: {}, urgent: { sort: 'attention' } } },
  { name: 'keys', list: listKeys, filters: { all: {} } },
  {
    name: 'insights of accounts',
    list: compareAccounts,
    filters: { all: {}, 'no platform': { platform: ['tiktok'] } },
  },
  {
    name: 'insights of posts',
    list: rankPosts,
    filters: {
      day: { from: day(-1), to: day(-1) },
      month: {},
      'no platform': { platform: ['tiktok'] },
    },
  },
]
