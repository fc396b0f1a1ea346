import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addMember,
  createSignInToken,
  type DashboardBrowser,
  redeemLink,
  signInOwner,
} from '../../../../test/dashboard.ts'
import { imageFile, upload } from '../../../../test/media-files.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { type SeededProfile, seedProfile } from '../../../../test/seed.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { routes } from '../../../app.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let seeded: SeededProfile
let owner: DashboardBrowser
let contributor: DashboardBrowser
let memberId: string

beforeAll(async () => {
  receiver = await openReceiver()
  seeded = await seedProfile(testApp, 'threads', receiver.url)
  owner = await signInOwner(testApp)
  const member = await addMember(owner, { role: 'contributor', profile_ids: [seeded.profile.id] })
  memberId = member.id
  contributor = (await redeemLink(testApp, await createSignInToken(owner, memberId))).browser
}, 60_000)
afterAll(() => receiver.close())

/** All that a contributor may call; everything else is refused. */
const allowed = new Set([
  // The member's own session.
  'getSession',
  'updateSession',
  'getNotices',
  'updateNotices',
  'signOut',
  'listSessions',
  'endSession',
  'endSessions',
  'setUpSecondFactor',
  'enableSecondFactor',
  'disableSecondFactor',
  'createRecoveryCodes',
  'getMe',
  'listPlatforms',
  'listenLive',
  // Reading.
  'listProfiles',
  'listProfileStatistics',
  'getOverview',
  'getStatistics',
  'getProfile',
  'getProfileInsights',
  'listAccounts',
  'getAccount',
  'getAccountHealth',
  'listPosts',
  'getPost',
  'exportPosts',
  'listImports',
  'getImport',
  'listImportRows',
  'listApprovalLinks',
  'getApprovalLink',
  'listReportLinks',
  'getReportLink',
  'getProfilePostingPlan',
  'getAccountPostingPlan',
  'listSlots',
  'listSavedTexts',
  'getSavedText',
  'getPostInsights',
  'getMedia',
  'listMedia',
  'getMediaUsage',
  'listComments',
  'getComment',
  'getInsights',
  'getAccountInsights',
  'exportAccountInsights',
  'getInsightsSync',
  'compareAccountInsights',
  'rankPostInsights',
  // Drafting.
  'createPost',
  'validatePost',
  'previewLink',
  'updatePost',
  'cancelPost',
  'createMedia',
  'updateMedia',
  'deleteMedia',
])

describe('a contributor', () => {
  const closed = routes.filter(
    ({ access, operationId }) => access !== 'public' && !allowed.has(operationId),
  )
  test.each(closed)('$operationId returns 403', async ({ method, path, access }) => {
    const concrete = path.replaceAll(/\{\w+\}/g, seeded.profile.id)
    const { status, body } = await contributor.call(method.toUpperCase(), concrete)
    const code = access === 'owner' ? 'owner_key_required' : 'insufficient_scope'
    expect([status, body.error.code]).toEqual([403, code])
    expect(body.error.message).not.toContain('key')
  })

  test('reads the posts, accounts, comments, media and insights of their profile', async () => {
    for (const path of [
      '/v1/posts',
      `/v1/posts/${seeded.post.id}`,
      `/v1/accounts/${seeded.account.id}`,
      `/v1/comments/${seeded.comment.id}`,
      `/v1/media/${seeded.media.id}`,
      `/v1/accounts/${seeded.account.id}/insights`,
    ]) {
      expect([path, (await contributor.call('GET', path)).status]).toEqual([path, 200])
    }
  })

  test('the session names the brand that clients see, which the role cannot read elsewhere', async () => {
    expect((await contributor.call('GET', '/v1/session')).body.brand_name).toBeNull()
    await owner.call('PATCH', '/v1/connect/settings', { brand_name: 'Harborline' })
    expect((await contributor.call('GET', '/v1/session')).body.brand_name).toBe('Harborline')
    expect((await contributor.call('GET', '/v1/connect/settings')).status).toBe(403)
  })

  test('the session lists what the role allows; for staff and owners scopes is null', async () => {
    const { body } = await contributor.call('GET', '/v1/session')
    expect(body.member.role).toBe('contributor')
    expect(body.scopes).toEqual(expect.arrayContaining(['posts:read', 'posts:draft']))
    expect(body.scopes).not.toContain('posts:write')
    expect((await owner.call('GET', '/v1/session')).body.scopes).toBeNull()
  })

  test('creates, changes and deletes drafts, and uploads media', async () => {
    const headers = { cookie: contributor.cookie()!, 'sec-fetch-site': 'same-origin' }
    const media = await upload(testApp, await imageFile(), { key: null, headers })
    expect(media.status).toBe(201)
    const created = await contributor.call('POST', '/v1/posts', {
      text: 'An idea',
      media: [{ id: media.body.id }],
      targets: [{ account_id: seeded.account.id }],
    })
    expect([created.status, created.body.status]).toEqual([201, 'draft'])
    const path = `/v1/posts/${created.body.id}`
    const changed = await contributor.call('PATCH', path, { text: 'A better idea' })
    expect([changed.status, changed.body.text]).toEqual([200, 'A better idea'])
    const deleted = await contributor.call('DELETE', path)
    expect([deleted.status, deleted.body.status]).toEqual([200, 'canceled'])
  })

  test.each(['now', 'schedule'])('cannot create a post with mode %s', async (mode) => {
    const { status, body } = await contributor.call('POST', '/v1/posts', {
      text: 'An idea',
      targets: [{ account_id: seeded.account.id }],
      mode,
      ...(mode === 'schedule' ? { scheduled_at: '2026-12-01T09:00:00Z' } : {}),
    })
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(body.error.message).toBe(
      'Your role can draft, but not do this. Ask an owner or a staff member.',
    )
  })

  test('cannot schedule a draft, nor change or cancel a scheduled post', async () => {
    const target = { targets: [{ account_id: seeded.account.id }] }
    const draft = await contributor.call('POST', '/v1/posts', { text: 'Wait', ...target })
    const draftPath = `/v1/posts/${draft.body.id}`
    const later = { mode: 'schedule', scheduled_at: '2026-12-01T09:00:00Z' }
    expect((await contributor.call('PATCH', draftPath, later)).status).toBe(403)
    expect((await contributor.call('PATCH', draftPath, { mode: 'now' })).status).toBe(403)
    const scheduled = await owner.call('PATCH', draftPath, later)
    expect([scheduled.status, scheduled.body.status]).toEqual([200, 'scheduled'])
    expect((await contributor.call('PATCH', draftPath, { text: 'No' })).status).toBe(403)
    expect((await contributor.call('PATCH', draftPath, { mode: 'draft' })).status).toBe(403)
    expect((await contributor.call('DELETE', draftPath)).status).toBe(403)
    expect((await owner.call('GET', draftPath)).body).toMatchObject({
      status: 'scheduled',
      text: 'Wait',
    })
  })

  test('another role applies from the next request', async () => {
    const url = '/v1/webhooks'
    expect((await contributor.call('GET', url)).status).toBe(403)
    const path = `/v1/members/${memberId}`
    expect((await owner.call('PATCH', path, { role: 'staff' })).status).toBe(200)
    expect((await contributor.call('GET', url)).status).toBe(200)
    expect((await owner.call('PATCH', path, { role: 'contributor' })).status).toBe(200)
    expect((await contributor.call('GET', url)).status).toBe(403)
  })

  test('sees nothing of a profile that is not assigned', async () => {
    const other = await seedProfile(testApp, 'instagram', receiver.url)
    for (const path of [
      `/v1/posts/${other.post.id}`,
      `/v1/accounts/${other.account.id}`,
      `/v1/media/${other.media.id}`,
    ]) {
      expect([path, (await contributor.call('GET', path)).status]).toEqual([path, 404])
    }
    const foreign = { text: 'x', targets: [{ account_id: other.account.id }] }
    expect((await contributor.call('POST', '/v1/posts', foreign)).status).toBe(404)
  })
})
