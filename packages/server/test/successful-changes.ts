import { weekdays } from '../src/core/slots.ts'
import { buildProfile } from './build.ts'
import { type DashboardBrowser, openDashboard, password, tokenOf } from './dashboard.ts'
import { buildMedia, imageFile, upload } from './media-files.ts'
import { publishInApp } from './publishing.ts'
import { codeAt, enableSecondFactor } from './second-factor.ts'
import type { SeededProfile } from './seed.ts'
import type { ApiResponse, TestApp } from './test-app.ts'

export type ChangeFixture = {
  testApp: TestApp
  owner: DashboardBrowser
  seeded: SeededProfile
  receiverUrl: string
}

const dayMs = 86_400_000
const back = 'https://app.example.com/back'
let count = 0

/**
 * For each operation that changes something, a request by a signed-in member that succeeds. None destroys
 * data that another one needs.
 */
export const successfulChanges: Record<string, (fixture: ChangeFixture) => Promise<ApiResponse>> = {
  createApiKey: ({ owner }) => owner.call('POST', '/v1/api-keys', { name: 'k' }),
  revokeApiKey: async (fixture) => {
    const { body } = await successfulChanges.createApiKey!(fixture)
    return await fixture.owner.call('DELETE', `/v1/api-keys/${body.id}`)
  },
  rotateApiKey: async (fixture) => {
    const { body } = await successfulChanges.createApiKey!(fixture)
    return await fixture.owner.call('POST', `/v1/api-keys/${body.id}/rotate`, {})
  },
  createProfile: ({ owner }) => owner.call('POST', '/v1/profiles', { name: 'New' }),
  updateProfile: ({ owner, seeded }) =>
    owner.call('PATCH', `/v1/profiles/${seeded.profile.id}`, { name: 'Renamed' }),
  deleteProfile: async ({ testApp, owner }) =>
    owner.call('DELETE', `/v1/profiles/${(await buildProfile(testApp)).id}`),
  updateProfilePostingPlan: ({ owner, seeded }) =>
    owner.call('PATCH', `/v1/profiles/${seeded.profile.id}/posting-plan`, { jitter_minutes: 3 }),
  updateAccountPostingPlan: ({ owner, seeded }) =>
    owner.call('PATCH', `/v1/accounts/${seeded.account.id}/posting-plan`, { paused: true }),
  deleteAccountPostingPlan: ({ owner, seeded }) =>
    owner.call('DELETE', `/v1/accounts/${seeded.account.id}/posting-plan`),
  createImport: ({ owner }) =>
    owner.call('POST', '/v1/imports', {
      format: 'csv',
      content: 'external_id,text\nimported,Imported\n',
    }),
  undoImport: async (fixture) => {
    const { body } = await successfulChanges.createImport!(fixture)
    return await fixture.owner.call('POST', `/v1/imports/${body.id}/undo`)
  },
  reorderQueue: async ({ testApp, owner, seeded }) => {
    const account_id = seeded.account.id
    const [day] = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString().split('T')
    const weekday = weekdays[new Date(day!).getUTCDay()]!
    const slots = [{ weekday, time: '12:00' }]
    await owner.call('PATCH', `/v1/accounts/${account_id}/posting-plan`, { slots, paused: false })
    const ids: string[] = []
    for (const text of ['a queued plan', 'another queued plan']) {
      const post = { text, targets: [{ account_id }], mode: 'queue', allow_duplicate: true }
      ids.unshift((await owner.call('POST', '/v1/posts', post)).body.id)
    }
    const path = `/v1/accounts/${account_id}/queue/reorder`
    return await owner.call('POST', path, { post_ids: ids })
  },
  shuffleQueue: ({ owner, seeded }) =>
    owner.call('POST', `/v1/accounts/${seeded.account.id}/queue/shuffle`),
  disconnectAccount: ({ owner, seeded }) =>
    owner.call('DELETE', `/v1/accounts/${seeded.account.id}?force=true`),
  moveAccount: ({ owner, seeded }) =>
    owner.call('POST', `/v1/accounts/${seeded.account.id}/move`, { profile_id: seeded.profile.id }),
  createMedia: async ({ testApp, owner, seeded }) =>
    upload(testApp, await imageFile(), {
      key: null,
      profile: seeded.profile.id,
      headers: { cookie: owner.cookie()!, 'sec-fetch-site': 'same-origin' },
    }),
  updateMedia: async ({ testApp, owner, seeded }) => {
    const media = await buildMedia(testApp, { profile: seeded.profile.id })
    return await owner.call('PATCH', `/v1/media/${media.id}`, { alt_text: 'a secret plan' })
  },
  deleteMedia: async ({ testApp, owner, seeded }) => {
    const media = await buildMedia(testApp, { profile: seeded.profile.id })
    return await owner.call('DELETE', `/v1/media/${media.id}`)
  },
  createPost: ({ owner, seeded }) =>
    owner.call('POST', '/v1/posts', { text: 'a secret plan' }, { profile: seeded.profile.id }),
  updatePost: async (fixture) => {
    const { body } = await successfulChanges.createPost!(fixture)
    return await fixture.owner.call('PATCH', `/v1/posts/${body.id}`, { text: 'another plan' })
  },
  cancelPost: async (fixture) => {
    const { body } = await successfulChanges.createPost!(fixture)
    return await fixture.owner.call('DELETE', `/v1/posts/${body.id}`)
  },
  repeatPost: async ({ testApp, owner, seeded }) => {
    const scheduled_at = new Date(testApp.clock.now().getTime() + 86_400_000).toISOString()
    const targets = [{ account_id: seeded.account.id }]
    const post = { text: 'a repeated plan', targets, scheduled_at, allow_duplicate: true }
    const { id } = (await owner.call('POST', '/v1/posts', post)).body
    return await owner.call('POST', `/v1/posts/${id}/repeat`, { every: 'week', count: 2 })
  },
  cancelRepeats: async (fixture) => {
    const { body } = await successfulChanges.repeatPost!(fixture)
    return await fixture.owner.call('POST', `/v1/posts/${body.repeat_of_post_id}/repeat/cancel`)
  },
  retryPost: async (fixture) => {
    const post = await stuckPost(fixture, 'failed')
    return await fixture.owner.call('POST', `/v1/posts/${post.id}/retry`)
  },
  retryTarget: async (fixture) => {
    const post = await stuckPost(fixture, 'failed')
    return await fixture.owner.call('POST', `/v1/posts/${post.id}/targets/${post.targetId}/retry`)
  },
  resolveTarget: async (fixture) => {
    const post = await stuckPost(fixture, 'unknown')
    const path = `/v1/posts/${post.id}/targets/${post.targetId}/resolve`
    return await fixture.owner.call('POST', path, { platform_post_id: `77${count}` })
  },
  deletePublication: async (fixture) => {
    const { id, targetId } = await stuckPost(fixture, 'unknown')
    await publishInApp(fixture.testApp, fixture.seeded.account, targetId)
    return await fixture.owner.call('DELETE', `/v1/posts/${id}/targets/${targetId}/publication`)
  },
  replyToComment: ({ owner, seeded }) =>
    owner.call('POST', `/v1/comments/${seeded.comment.id}/reply`, { text: 'a kind word' }),
  hideComment: ({ owner, seeded }) =>
    owner.call('POST', `/v1/comments/${seeded.comment.id}/hide`, { hidden: true }),
  updateComment: ({ owner, seeded }) =>
    owner.call('PATCH', `/v1/comments/${seeded.comment.id}`, {
      reply_status: 'in_progress',
      assigned_to: null,
    }),
  createCommentNote: ({ owner, seeded }) =>
    owner.call('POST', `/v1/comments/${seeded.comment.id}/notes`, { text: 'ask them' }),
  deleteCommentNote: async (fixture) => {
    const { body } = await successfulChanges.createCommentNote!(fixture)
    return await fixture.owner.call('DELETE', `/v1/comments/${body.comment_id}/notes/${body.id}`)
  },
  createSavedText: ({ owner, seeded }) => {
    count += 1
    const body = { kind: 'reply', name: `Thanks ${count}`, text: 'Thank you!' }
    return owner.call('POST', '/v1/saved-texts', body, { profile: seeded.profile.id })
  },
  updateSavedText: async (fixture) => {
    const { body } = await successfulChanges.createSavedText!(fixture)
    return await fixture.owner.call('PATCH', `/v1/saved-texts/${body.id}`, { text: 'Thanks!' })
  },
  deleteSavedText: async (fixture) => {
    const { body } = await successfulChanges.createSavedText!(fixture)
    return await fixture.owner.call('DELETE', `/v1/saved-texts/${body.id}`)
  },
  syncInsights: ({ testApp, owner, seeded }) => {
    testApp.clock.advance(6 * 60_000)
    return owner.call('POST', '/v1/insights/sync', {}, { profile: seeded.profile.id })
  },
  registerRedirectOrigin: ({ owner }) => {
    count += 1
    return owner.call('POST', '/v1/connect/redirect-origins', {
      origin: `https://a${count}.example`,
    })
  },
  removeRedirectOrigin: async (fixture) => {
    const { body } = await successfulChanges.registerRedirectOrigin!(fixture)
    return await fixture.owner.call('DELETE', `/v1/connect/redirect-origins/${body.id}`)
  },
  updateConnectSettings: ({ owner }) =>
    owner.call('PATCH', '/v1/connect/settings', { brand_name: 'Acme' }),
  uploadConnectLogo: async ({ owner }) => {
    const data = (await imageFile('png')).toString('base64')
    return await owner.call('POST', '/v1/connect/settings/logo', { data })
  },
  createConnectLink: ({ owner, seeded }) =>
    owner.call('POST', `/v1/profiles/${seeded.profile.id}/connect-links`, { redirect_url: back }),
  revokeConnectLink: async (fixture) => {
    const { body } = await successfulChanges.createConnectLink!(fixture)
    return await fixture.owner.call('DELETE', `/v1/connect-links/${body.id}`)
  },
  createInvitation: ({ owner, seeded }) =>
    owner.call('POST', `/v1/profiles/${seeded.profile.id}/invitations`, { redirect_url: back }),
  revokeInvitation: async (fixture) => {
    const { body } = await successfulChanges.createInvitation!(fixture)
    return await fixture.owner.call('DELETE', `/v1/invitations/${body.id}`)
  },
  createPostApprovalLink: ({ owner, seeded }) =>
    owner.call('POST', `/v1/posts/${seeded.post.id}/approval-links`, {}),
  createApprovalLink: ({ owner, seeded }) =>
    owner.call('POST', `/v1/profiles/${seeded.profile.id}/approval-links`, {
      post_ids: [seeded.post.id],
    }),
  revokeApprovalLink: async (fixture) => {
    const { body } = await successfulChanges.createApprovalLink!(fixture)
    return await fixture.owner.call('DELETE', `/v1/approval-links/${body.id}`)
  },
  createReportLink: ({ owner, seeded }) =>
    owner.call('POST', `/v1/profiles/${seeded.profile.id}/report-links`, { month: '2026-01' }),
  revokeReportLink: async (fixture) => {
    const { body } = await successfulChanges.createReportLink!(fixture)
    return await fixture.owner.call('DELETE', `/v1/report-links/${body.id}`)
  },
  createWebhook: ({ owner, seeded, receiverUrl }) =>
    owner.call('POST', '/v1/webhooks', {
      url: receiverUrl,
      events: ['*'],
      profile_id: seeded.profile.id,
    }),
  updateWebhook: ({ owner, seeded }) =>
    owner.call('PATCH', `/v1/webhooks/${seeded.webhook.id}`, { description: 'the client’s' }),
  deleteWebhook: async (fixture) => {
    const { body } = await successfulChanges.createWebhook!(fixture)
    return await fixture.owner.call('DELETE', `/v1/webhooks/${body.id}`)
  },
  rotateWebhookSecret: ({ owner, seeded }) =>
    owner.call('POST', `/v1/webhooks/${seeded.webhook.id}/rotate-secret`, {}),
  testWebhook: ({ owner, seeded }) => owner.call('POST', `/v1/webhooks/${seeded.webhook.id}/test`),
  recoverWebhook: ({ testApp, owner, seeded }) =>
    owner.call('POST', `/v1/webhooks/${seeded.webhook.id}/recover`, {
      since: new Date(testApp.clock.now().getTime() - dayMs).toISOString(),
    }),
  resendWebhookDelivery: ({ owner, seeded }) =>
    owner.call('POST', `/v1/webhooks/${seeded.webhook.id}/deliveries/${seeded.delivery.id}/resend`),
  updateNotices: ({ owner }) =>
    owner.call('PATCH', '/v1/session/notices', { causes: { post_failed: 'daily' } }),
  updateSession: ({ owner }) => owner.call('PATCH', '/v1/session', { name: 'Olga' }),
  signOut: async (fixture) => (await signInNewMember(fixture)).call('DELETE', '/v1/session'),
  endSession: async (fixture) => {
    const browser = await signInNewMember(fixture)
    const { body } = await browser.call('GET', '/v1/session')
    return await browser.call('DELETE', `/v1/sessions/${body.id}`)
  },
  endSessions: async (fixture) => (await signInNewMember(fixture)).call('DELETE', '/v1/sessions'),
  setUpSecondFactor: async (fixture) =>
    (await signInNewMember(fixture)).call('POST', secondFactorPath, { current_password: password }),
  enableSecondFactor: async (fixture) => {
    const browser = await signInNewMember(fixture)
    const setup = await browser.call('POST', secondFactorPath, { current_password: password })
    const code = codeAt(setup.body.secret, fixture.testApp.clock.now())
    return await browser.call('POST', `${secondFactorPath}/enable`, { code })
  },
  disableSecondFactor: (fixture) => useRecoveryCode(fixture, 'disable'),
  createRecoveryCodes: (fixture) => useRecoveryCode(fixture, 'recovery-codes'),
  resetSecondFactor: async (fixture) => {
    const browser = await signInNewMember(fixture)
    await enableSecondFactor(fixture.testApp, browser)
    const { body } = await browser.call('GET', '/v1/session')
    return await fixture.owner.call('DELETE', `/v1/members/${body.member.id}/second-factor`)
  },
  createMember: ({ owner }) => {
    count += 1
    return owner.call('POST', '/v1/members', {
      name: 'Sam',
      email: `sam${count}@example.com`,
      role: 'staff',
    })
  },
  updateMember: async (fixture) => {
    const { body } = await successfulChanges.createMember!(fixture)
    return await fixture.owner.call('PATCH', `/v1/members/${body.id}`, {
      disabled: true,
      name: 'Alex',
    })
  },
  deleteMember: async (fixture) => {
    const { body } = await successfulChanges.createMember!(fixture)
    return await fixture.owner.call('DELETE', `/v1/members/${body.id}`)
  },
  createSignInLink: async (fixture) => {
    const { body } = await successfulChanges.createMember!(fixture)
    return await fixture.owner.call('POST', `/v1/members/${body.id}/sign-in-link`)
  },
  updateOwner: ({ owner }) => owner.call('PATCH', '/v1/owner', { name: 'Agency' }),
  signIn: ({ testApp }) =>
    openDashboard(testApp).call('POST', '/v1/session', { email: 'olga@example.com', password }),
  redeemSignInLink: async (fixture) => {
    const { body } = await successfulChanges.createSignInLink!(fixture)
    return await openDashboard(fixture.testApp).call('POST', '/v1/session/redeem', {
      token: tokenOf(body.url),
      password,
    })
  },
  confirmEmail: async (fixture) => {
    const browser = await signInNewMember(fixture)
    count += 1
    const change = { email: `new${count}@example.com`, current_password: password }
    await browser.call('PATCH', '/v1/session', change)
    const token = tokenOf(fixture.testApp.emails.at(-1)!.text)
    return await openDashboard(fixture.testApp).call('POST', '/v1/session/email', { token })
  },
}

const secondFactorPath = '/v1/session/second-factor'

async function useRecoveryCode(fixture: ChangeFixture, action: string) {
  const browser = await signInNewMember(fixture)
  const { recoveryCodes } = await enableSecondFactor(fixture.testApp, browser)
  return await browser.call('POST', `${secondFactorPath}/${action}`, { code: recoveryCodes[0] })
}

async function signInNewMember(fixture: ChangeFixture): Promise<DashboardBrowser> {
  const browser = openDashboard(fixture.testApp)
  const { body } = await successfulChanges.createSignInLink!(fixture)
  await browser.call('POST', '/v1/session/redeem', { token: tokenOf(body.url), password })
  return browser
}

/** A post whose only target has the status `failed` or `unknown`. */
async function stuckPost(
  { testApp, owner, seeded }: ChangeFixture,
  status: 'failed' | 'unknown',
): Promise<{ id: string; targetId: string }> {
  count += 1
  const { body } = await owner.call('POST', '/v1/posts', {
    text: `stuck ${count}`,
    targets: [{ account_id: seeded.account.id }],
  })
  await testApp.ctx.db.pool.query(`update post_target set status = $2 where post_id = $1`, [
    body.id,
    status,
  ])
  return { id: body.id, targetId: body.targets[0].id }
}
