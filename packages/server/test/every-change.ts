import { buildProfile } from './build.ts'
import { openDashboard, password, tokenOf, type Visitor } from './dashboard.ts'
import type { Furnished } from './furnish.ts'
import { buildMedia, imageFile, upload } from './media-files.ts'
import type { Answer, TestApp } from './test-app.ts'

/** What each operation is tried on. */
export type Stage = { testApp: TestApp; owner: Visitor; own: Furnished; receiverUrl: string }

const dayMs = 86_400_000
const back = 'https://app.example.com/back'
let count = 0

/**
 * How each operation that changes something succeeds, once, by a member who signed in. None spoils
 * what another one needs.
 */
export const changes: Record<string, (stage: Stage) => Promise<Answer>> = {
  createApiKey: ({ owner }) => owner.call('POST', '/v1/api-keys', { name: 'k' }),
  revokeApiKey: async (stage) => {
    const { body } = await changes.createApiKey!(stage)
    return await stage.owner.call('DELETE', `/v1/api-keys/${body.id}`)
  },
  rotateApiKey: async (stage) => {
    const { body } = await changes.createApiKey!(stage)
    return await stage.owner.call('POST', `/v1/api-keys/${body.id}/rotate`, {})
  },
  createProfile: ({ owner }) => owner.call('POST', '/v1/profiles', { name: 'New' }),
  updateProfile: ({ owner, own }) =>
    owner.call('PATCH', `/v1/profiles/${own.profile.id}`, { name: 'Renamed' }),
  deleteProfile: async ({ testApp, owner }) =>
    owner.call('DELETE', `/v1/profiles/${(await buildProfile(testApp)).id}`),
  disconnectAccount: ({ owner, own }) =>
    owner.call('DELETE', `/v1/accounts/${own.account.id}?force=true`),
  moveAccount: ({ owner, own }) =>
    owner.call('POST', `/v1/accounts/${own.account.id}/move`, { profile_id: own.profile.id }),
  createMedia: async ({ testApp, owner, own }) =>
    upload(testApp, await imageFile(), {
      key: null,
      profile: own.profile.id,
      headers: { cookie: owner.cookie()!, 'sec-fetch-site': 'same-origin' },
    }),
  deleteMedia: async ({ testApp, owner, own }) => {
    const media = await buildMedia(testApp, { profile: own.profile.id })
    return await owner.call('DELETE', `/v1/media/${media.id}`)
  },
  createPost: ({ owner, own }) =>
    owner.call('POST', '/v1/posts', { text: 'a secret plan' }, { profile: own.profile.id }),
  updatePost: async (stage) => {
    const { body } = await changes.createPost!(stage)
    return await stage.owner.call('PATCH', `/v1/posts/${body.id}`, { text: 'another plan' })
  },
  cancelPost: async (stage) => {
    const { body } = await changes.createPost!(stage)
    return await stage.owner.call('DELETE', `/v1/posts/${body.id}`)
  },
  retryPost: async (stage) => {
    const post = await stuckPost(stage, 'failed')
    return await stage.owner.call('POST', `/v1/posts/${post.id}/retry`)
  },
  retryTarget: async (stage) => {
    const post = await stuckPost(stage, 'failed')
    return await stage.owner.call('POST', `/v1/posts/${post.id}/targets/${post.targetId}/retry`)
  },
  resolveTarget: async (stage) => {
    const post = await stuckPost(stage, 'unknown')
    const path = `/v1/posts/${post.id}/targets/${post.targetId}/resolve`
    return await stage.owner.call('POST', path, { platform_post_id: `77${count}` })
  },
  replyToComment: ({ owner, own }) =>
    owner.call('POST', `/v1/comments/${own.comment.id}/reply`, { text: 'a kind word' }),
  hideComment: ({ owner, own }) =>
    owner.call('POST', `/v1/comments/${own.comment.id}/hide`, { hidden: true }),
  updateComment: ({ owner, own }) =>
    owner.call('PATCH', `/v1/comments/${own.comment.id}`, { reply_status: 'in_progress' }),
  syncInsights: ({ testApp, owner, own }) => {
    testApp.clock.advance(6 * 60_000)
    return owner.call('POST', '/v1/insights/sync', {}, { profile: own.profile.id })
  },
  registerRedirectOrigin: ({ owner }) => {
    count += 1
    return owner.call('POST', '/v1/connect/redirect-origins', {
      origin: `https://a${count}.example`,
    })
  },
  removeRedirectOrigin: async (stage) => {
    const { body } = await changes.registerRedirectOrigin!(stage)
    return await stage.owner.call('DELETE', `/v1/connect/redirect-origins/${body.id}`)
  },
  updateConnectSettings: ({ owner }) =>
    owner.call('PATCH', '/v1/connect/settings', { brand_name: 'Acme' }),
  createConnectLink: ({ owner, own }) =>
    owner.call('POST', `/v1/profiles/${own.profile.id}/connect-links`, { redirect_url: back }),
  revokeConnectLink: async (stage) => {
    const { body } = await changes.createConnectLink!(stage)
    return await stage.owner.call('DELETE', `/v1/connect-links/${body.id}`)
  },
  createWebhook: ({ owner, own, receiverUrl }) =>
    owner.call('POST', '/v1/webhooks', {
      url: receiverUrl,
      events: ['*'],
      profile_id: own.profile.id,
    }),
  updateWebhook: ({ owner, own }) =>
    owner.call('PATCH', `/v1/webhooks/${own.webhook.id}`, { description: 'the client’s' }),
  deleteWebhook: async (stage) => {
    const { body } = await changes.createWebhook!(stage)
    return await stage.owner.call('DELETE', `/v1/webhooks/${body.id}`)
  },
  rotateWebhookSecret: ({ owner, own }) =>
    owner.call('POST', `/v1/webhooks/${own.webhook.id}/rotate-secret`, {}),
  testWebhook: ({ owner, own }) => owner.call('POST', `/v1/webhooks/${own.webhook.id}/test`),
  recoverWebhook: ({ testApp, owner, own }) =>
    owner.call('POST', `/v1/webhooks/${own.webhook.id}/recover`, {
      since: new Date(testApp.clock.now().getTime() - dayMs).toISOString(),
    }),
  resendWebhookDelivery: ({ owner, own }) =>
    owner.call('POST', `/v1/webhooks/${own.webhook.id}/deliveries/${own.delivery.id}/resend`),
  updateSession: ({ owner }) => owner.call('PATCH', '/v1/session', { name: 'Olga' }),
  signOut: async (stage) => (await joined(stage)).call('DELETE', '/v1/session'),
  endSession: async (stage) => {
    const visitor = await joined(stage)
    const { body } = await visitor.call('GET', '/v1/session')
    return await visitor.call('DELETE', `/v1/sessions/${body.id}`)
  },
  endSessions: async (stage) => (await joined(stage)).call('DELETE', '/v1/sessions'),
  createMember: ({ owner }) => {
    count += 1
    return owner.call('POST', '/v1/members', {
      name: 'Sam',
      email: `sam${count}@example.com`,
      role: 'staff',
    })
  },
  updateMember: async (stage) => {
    const { body } = await changes.createMember!(stage)
    return await stage.owner.call('PATCH', `/v1/members/${body.id}`, { disabled: true })
  },
  deleteMember: async (stage) => {
    const { body } = await changes.createMember!(stage)
    return await stage.owner.call('DELETE', `/v1/members/${body.id}`)
  },
  createSignInLink: async (stage) => {
    const { body } = await changes.createMember!(stage)
    return await stage.owner.call('POST', `/v1/members/${body.id}/sign-in-link`)
  },
  updateOwner: ({ owner }) => owner.call('PATCH', '/v1/owner', { name: 'Agency' }),
  signIn: ({ testApp }) =>
    openDashboard(testApp).call('POST', '/v1/session', { email: 'olga@example.com', password }),
  redeemSignInLink: async (stage) => {
    const { body } = await changes.createSignInLink!(stage)
    return await openDashboard(stage.testApp).call('POST', '/v1/session/redeem', {
      token: tokenOf(body.url),
      password,
    })
  },
}

/** A new member who signed in. */
async function joined(stage: Stage): Promise<Visitor> {
  const visitor = openDashboard(stage.testApp)
  const { body } = await changes.createSignInLink!(stage)
  await visitor.call('POST', '/v1/session/redeem', { token: tokenOf(body.url), password })
  return visitor
}

/** A post whose publishing came to a bad end. */
async function stuckPost(
  { testApp, owner, own }: Stage,
  status: 'failed' | 'unknown',
): Promise<{ id: string; targetId: string }> {
  count += 1
  const { body } = await owner.call('POST', '/v1/posts', {
    text: `stuck ${count}`,
    targets: [{ account_id: own.account.id }],
  })
  await testApp.ctx.db.pool.query(`update post_target set status = $2 where post_id = $1`, [
    body.id,
    status,
  ])
  return { id: body.id, targetId: body.targets[0].id }
}
