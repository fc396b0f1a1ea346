import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyList, jsonResponse, scriptedFetch } from '../test/scripted.ts'
import { type Client, createClient } from './client.ts'
import type { OperationId } from './operation.ts'

const file = join(import.meta.dirname, '..', '..', 'server', 'openapi.json')
const document: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
  readFileSync(file, 'utf8'),
)

/** The client method of each operation. A missing operation is a type error. */
const calls: Record<OperationId, (client: Client) => Promise<unknown>> = {
  signIn: (client) => client.session.signIn({ email: 'a@b.c', password: 'p' }),
  getSignInMethods: (client) => client.session.methods(),
  readSignInLink: (client) => client.session.readLink({ token: 't' }),
  confirmEmail: (client) => client.session.confirmEmail({ token: 't' }),
  redeemSignInLink: (client) => client.session.redeem({ token: 't', password: 'p' }),
  getSession: (client) => client.session.get(),
  getNotices: (client) => client.session.notices(),
  updateNotices: (client) => client.session.updateNotices({ digest_time: '08:30' }),
  updateSession: (client) => client.session.update({ name: 'n' }),
  signOut: (client) => client.session.signOut(),
  listSessions: (client) => client.session.list(),
  endSession: (client) => client.session.end('a'),
  endSessions: (client) => client.session.endAll({ keep_current: 'true' }),
  listMembers: (client) => client.members.list(),
  setUpSecondFactor: (client) => client.session.setUpSecondFactor({ current_password: 'p' }),
  enableSecondFactor: (client) => client.session.enableSecondFactor({ code: '123456' }),
  disableSecondFactor: (client) => client.session.disableSecondFactor({ code: '123456' }),
  createRecoveryCodes: (client) => client.session.createRecoveryCodes({ code: '123456' }),
  resetSecondFactor: (client) => client.members.resetSecondFactor('a'),
  createMember: (client) => client.members.create({ name: 'n', email: 'a@b.c', role: 'staff' }),
  getMember: (client) => client.members.get('a'),
  updateMember: (client) => client.members.update('a', { disabled: true }),
  deleteMember: (client) => client.members.delete('a'),
  createSignInLink: (client) => client.members.createSignInLink('a'),
  getOwner: (client) => client.owner.get(),
  updateOwner: (client) => client.owner.update({ name: 'n' }),
  streamEvents: (client) => client.streamEvents({ onEvent: () => {} }),
  listenLive: (client) => client.listen({ onChange: () => {} }),
  getSystem: (client) => client.system.get(),
  listPlatforms: (client) => client.platforms.list(),
  listAuditLog: (client) => client.auditLog.list(),
  exportAuditLog: (client) => client.auditLog.csv(),
  listApiRequests: (client) => client.requests.list(),
  getApiRequest: (client) => client.requests.get('a'),
  getMe: (client) => client.me(),
  createApiKey: (client) => client.apiKeys.create({ name: 'n' }),
  listApiKeys: (client) => client.apiKeys.list(),
  revokeApiKey: (client) => client.apiKeys.revoke('a'),
  rotateApiKey: (client) => client.apiKeys.rotate('a'),
  listProfiles: (client) => client.profiles.list(),
  createProfile: (client) => client.profiles.create({ name: 'n' }),
  getProfile: (client) => client.profiles.get('a'),
  updateProfile: (client) => client.profiles.update('a', { name: 'n' }),
  deleteProfile: (client) => client.profiles.delete('a'),
  listProfileDeletions: (client) => client.profiles.listDeletions(),
  listProfileStatistics: (client) => client.profiles.listStatistics(),
  getStatistics: (client) => client.profiles.statistics(),
  getOverview: (client) => client.overview(),
  listAccounts: (client) => client.accounts.list(),
  getAccount: (client) => client.accounts.get('a'),
  disconnectAccount: (client) => client.accounts.disconnect('a'),
  getAccountHealth: (client) => client.accounts.health('a'),
  getProfilePostingPlan: (client) => client.profiles.postingPlan('a'),
  updateProfilePostingPlan: (client) => client.profiles.updatePostingPlan('a', {}),
  getAccountPostingPlan: (client) => client.accounts.postingPlan('a'),
  updateAccountPostingPlan: (client) => client.accounts.updatePostingPlan('a', {}),
  deleteAccountPostingPlan: (client) => client.accounts.deletePostingPlan('a'),
  listSlots: (client) => client.accounts.slots('a'),
  reorderQueue: (client) => client.accounts.reorderQueue('a', { post_ids: ['p'] }),
  shuffleQueue: (client) => client.accounts.shuffleQueue('a'),
  moveAccount: (client) => client.accounts.move('a', { profile_id: 'p' }),
  createImport: (client) => client.posts.imports.create({ format: 'csv', content: 'a' }),
  listImports: (client) => client.posts.imports.list(),
  getImport: (client) => client.posts.imports.get('a'),
  listImportRows: (client) => client.posts.imports.rows('a'),
  undoImport: (client) => client.posts.imports.undo('a'),
  exportPosts: (client) => client.posts.csv(),
  createMedia: (client) => client.media.upload({ file: new Blob(['x']) }),
  listMedia: (client) => client.media.list(),
  getMedia: (client) => client.media.get('a'),
  getMediaUsage: (client) => client.media.usage(),
  updateMedia: (client) => client.media.update('a', { tags: [] }),
  deleteMedia: (client) => client.media.delete('a'),
  createPost: (client) => client.posts.create({}),
  listPosts: (client) => client.posts.list(),
  validatePost: (client) => client.posts.validate({}),
  previewLink: (client) => client.posts.previewLink({ url: 'https://example.com' }),
  updatePost: (client) => client.posts.update('a', {}),
  cancelPost: (client) => client.posts.cancel('a'),
  getPost: (client) => client.posts.get('a'),
  repeatPost: (client) => client.posts.repeat('a', { every: 'week', count: 2 }),
  cancelRepeats: (client) => client.posts.cancelRepeats('a'),
  retryPost: (client) => client.posts.retry('a'),
  retryTarget: (client) => client.posts.retryTarget('a', 'b'),
  resolveTarget: (client) => client.posts.resolve('a', 'b', { platform_post_id: 'x' }),
  createReportLink: (client) => client.insights.reportLinks.create('a', { month: '2026-10' }),
  listReportLinks: (client) => client.insights.reportLinks.list(),
  getReportLink: (client) => client.insights.reportLinks.get('a'),
  revokeReportLink: (client) => client.insights.reportLinks.revoke('a'),
  createPostApprovalLink: (client) => client.posts.approvalLinks.createForPost('a'),
  createApprovalLink: (client) => client.posts.approvalLinks.create('a', { post_ids: ['b'] }),
  listApprovalLinks: (client) => client.posts.approvalLinks.list(),
  getApprovalLink: (client) => client.posts.approvalLinks.get('a'),
  revokeApprovalLink: (client) => client.posts.approvalLinks.revoke('a'),
  deletePublication: (client) => client.posts.deletePublication('a', 'b'),
  listComments: (client) => client.comments.list(),
  getComment: (client) => client.comments.get('a'),
  updateComment: (client) => client.comments.update('a', { reply_status: 'replied' }),
  replyToComment: (client) => client.comments.reply('a', { text: 'x' }),
  listAssignees: (client) => client.comments.assignees(),
  listCommentNotes: (client) => client.comments.notes.list('a'),
  createCommentNote: (client) => client.comments.notes.create('a', { text: 'x' }),
  deleteCommentNote: (client) => client.comments.notes.delete('a', 'b'),
  createSavedText: (client) => client.savedTexts.create({ kind: 'reply', name: 'x', text: 'x' }),
  listSavedTexts: (client) => client.savedTexts.list(),
  getSavedText: (client) => client.savedTexts.get('a'),
  updateSavedText: (client) => client.savedTexts.update('a', { text: 'x' }),
  deleteSavedText: (client) => client.savedTexts.delete('a'),
  hideComment: (client) => client.comments.hide('a', { hidden: true }),
  getAccountInsights: (client) => client.insights.account('a'),
  exportAccountInsights: (client) => client.insights.accountCsv('a'),
  getPostInsights: (client) => client.insights.post('a'),
  compareAccountInsights: (client) => client.insights.accounts(),
  rankPostInsights: (client) => client.insights.posts(),
  syncInsights: (client) => client.insights.sync(),
  getInsightsSync: (client) => client.insights.getSync('a'),
  registerRedirectOrigin: (client) => client.connect.origins.register({ origin: 'https://a.b' }),
  listRedirectOrigins: (client) => client.connect.origins.list(),
  removeRedirectOrigin: (client) => client.connect.origins.remove('a'),
  getConnectSettings: (client) => client.connect.settings.get(),
  updateConnectSettings: (client) => client.connect.settings.update({}),
  uploadConnectLogo: (client) => client.connect.settings.uploadLogo({ data: 'eA==' }),
  createConnectLink: (client) => client.connect.links.create('a', { redirect_url: 'https://a.b' }),
  listConnectLinks: (client) => client.connect.links.list(),
  getConnectLink: (client) => client.connect.links.get('a'),
  revokeConnectLink: (client) => client.connect.links.revoke('a'),
  createInvitation: (client) =>
    client.connect.invitations.create('a', { redirect_url: 'https://a.b' }),
  listInvitations: (client) => client.connect.invitations.list(),
  getInvitation: (client) => client.connect.invitations.get('a'),
  revokeInvitation: (client) => client.connect.invitations.revoke('a'),
  createWebhook: (client) => client.webhooks.create({ url: 'https://a.b', events: ['*'] }),
  listWebhooks: (client) => client.webhooks.list(),
  getWebhook: (client) => client.webhooks.get('a'),
  updateWebhook: (client) => client.webhooks.update('a', { active: true }),
  deleteWebhook: (client) => client.webhooks.delete('a'),
  rotateWebhookSecret: (client) => client.webhooks.rotateSecret('a'),
  testWebhook: (client) => client.webhooks.test('a'),
  getWebhookStatistics: (client) => client.webhooks.statistics('a'),
  recoverWebhook: (client) => client.webhooks.recover('a', { since: '2026-11-21T09:00:00Z' }),
  listWebhookDeliveries: (client) => client.webhooks.deliveries.list('a'),
  getWebhookDelivery: (client) => client.webhooks.deliveries.get('a', 'b'),
  resendWebhookDelivery: (client) => client.webhooks.deliveries.resend('a', 'b'),
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    id: operationId as OperationId,
    request: `${method.toUpperCase()} ${path}`,
  })),
)

test('the client has exactly the operations of the API', () => {
  expect(Object.keys(calls).sort()).toEqual(operations.map(({ id }) => id).sort())
})

/** live.test.ts and events.test.ts cover the streams. */
const withJson = operations.filter(({ id }) => id !== 'listenLive' && id !== 'streamEvents')

test.each(withJson)('$id sends $request', async ({ id, request }) => {
  const { fetch, requests } = scriptedFetch(jsonResponse(emptyList))
  const client = createClient({ baseUrl: 'http://x', apiKey: 'k', fetch })
  expect(await calls[id](client)).toMatchObject(emptyList)
  const [{ method, url, headers, body }] = requests as [(typeof requests)[0]]
  const names = ['a', 'b']
  const path = request.replaceAll(/\{\w+\}/g, () => names.shift()!)
  expect(`${method} ${new URL(url).pathname}`).toBe(path)
  expect(headers.get('authorization')).toBe('Bearer k')
  expect(headers.has('idempotency-key')).toBe(method === 'POST')
  expect(headers.get('content-type')).toBe(
    body === undefined || body instanceof FormData ? null : 'application/json',
  )
})

test('each method of the client has an operation', () => {
  const client = createClient({ baseUrl: 'http://x', apiKey: 'k' })
  const methods = methodsOf(client).filter((name) => name !== 'withProfile')
  const used = Object.values(calls).map(String).join()
  expect(methods.filter((name) => !used.includes(`client.${name}(`))).toEqual(['media.fromUrl'])
})

function methodsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'function' ? [prefix + name] : methodsOf(inner, `${prefix}${name}.`),
  )
}
