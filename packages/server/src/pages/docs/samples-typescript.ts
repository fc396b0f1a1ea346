import type { SampleRequest } from './sample-request.ts'

const sdk = '@postern/sdk'

/** The method of the SDK for each operation. */
const methods: Readonly<Record<string, string>> = {
  getMe: 'me',
  createApiKey: 'apiKeys.create',
  listApiKeys: 'apiKeys.list',
  revokeApiKey: 'apiKeys.revoke',
  rotateApiKey: 'apiKeys.rotate',
  listApiRequests: 'requests.list',
  getApiRequest: 'requests.get',
  listProfiles: 'profiles.list',
  createProfile: 'profiles.create',
  getProfile: 'profiles.get',
  updateProfile: 'profiles.update',
  deleteProfile: 'profiles.delete',
  listProfileDeletions: 'profiles.listDeletions',
  listProfileStatistics: 'profiles.listStatistics',
  getStatistics: 'profiles.statistics',
  getOverview: 'overview',
  listAccounts: 'accounts.list',
  getAccount: 'accounts.get',
  disconnectAccount: 'accounts.disconnect',
  getAccountHealth: 'accounts.health',
  getProfilePostingPlan: 'profiles.postingPlan',
  updateProfilePostingPlan: 'profiles.updatePostingPlan',
  getAccountPostingPlan: 'accounts.postingPlan',
  updateAccountPostingPlan: 'accounts.updatePostingPlan',
  deleteAccountPostingPlan: 'accounts.deletePostingPlan',
  listSlots: 'accounts.slots',
  reorderQueue: 'accounts.reorderQueue',
  shuffleQueue: 'accounts.shuffleQueue',
  moveAccount: 'accounts.move',
  createImport: 'posts.imports.create',
  listImports: 'posts.imports.list',
  getImport: 'posts.imports.get',
  listImportRows: 'posts.imports.rows',
  undoImport: 'posts.imports.undo',
  exportPosts: 'posts.csv',
  createMedia: 'media.fromUrl',
  listMedia: 'media.list',
  getMedia: 'media.get',
  getMediaUsage: 'media.usage',
  updateMedia: 'media.update',
  deleteMedia: 'media.delete',
  createPost: 'posts.create',
  listPosts: 'posts.list',
  validatePost: 'posts.validate',
  previewLink: 'posts.previewLink',
  updatePost: 'posts.update',
  cancelPost: 'posts.cancel',
  getPost: 'posts.get',
  repeatPost: 'posts.repeat',
  cancelRepeats: 'posts.cancelRepeats',
  retryPost: 'posts.retry',
  retryTarget: 'posts.retryTarget',
  resolveTarget: 'posts.resolve',
  createReportLink: 'insights.reportLinks.create',
  listReportLinks: 'insights.reportLinks.list',
  getReportLink: 'insights.reportLinks.get',
  revokeReportLink: 'insights.reportLinks.revoke',
  createPostApprovalLink: 'posts.approvalLinks.createForPost',
  createApprovalLink: 'posts.approvalLinks.create',
  listApprovalLinks: 'posts.approvalLinks.list',
  getApprovalLink: 'posts.approvalLinks.get',
  revokeApprovalLink: 'posts.approvalLinks.revoke',
  deletePublication: 'posts.deletePublication',
  listComments: 'comments.list',
  getComment: 'comments.get',
  updateComment: 'comments.update',
  replyToComment: 'comments.reply',
  hideComment: 'comments.hide',
  listAssignees: 'comments.assignees',
  listCommentNotes: 'comments.notes.list',
  createCommentNote: 'comments.notes.create',
  deleteCommentNote: 'comments.notes.delete',
  createSavedText: 'savedTexts.create',
  listSavedTexts: 'savedTexts.list',
  getSavedText: 'savedTexts.get',
  updateSavedText: 'savedTexts.update',
  deleteSavedText: 'savedTexts.delete',
  getAccountInsights: 'insights.account',
  exportAccountInsights: 'insights.accountCsv',
  getPostInsights: 'insights.post',
  compareAccountInsights: 'insights.accounts',
  rankPostInsights: 'insights.posts',
  syncInsights: 'insights.sync',
  getInsightsSync: 'insights.getSync',
  registerRedirectOrigin: 'connect.origins.register',
  listRedirectOrigins: 'connect.origins.list',
  removeRedirectOrigin: 'connect.origins.remove',
  getConnectSettings: 'connect.settings.get',
  updateConnectSettings: 'connect.settings.update',
  uploadConnectLogo: 'connect.settings.uploadLogo',
  createConnectLink: 'connect.links.create',
  listConnectLinks: 'connect.links.list',
  getConnectLink: 'connect.links.get',
  revokeConnectLink: 'connect.links.revoke',
  createInvitation: 'connect.invitations.create',
  listInvitations: 'connect.invitations.list',
  getInvitation: 'connect.invitations.get',
  revokeInvitation: 'connect.invitations.revoke',
  createWebhook: 'webhooks.create',
  listWebhooks: 'webhooks.list',
  getWebhook: 'webhooks.get',
  updateWebhook: 'webhooks.update',
  deleteWebhook: 'webhooks.delete',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  testWebhook: 'webhooks.test',
  getWebhookStatistics: 'webhooks.statistics',
  recoverWebhook: 'webhooks.recover',
  listWebhookDeliveries: 'webhooks.deliveries.list',
  getWebhookDelivery: 'webhooks.deliveries.get',
  resendWebhookDelivery: 'webhooks.deliveries.resend',
  signIn: 'session.signIn',
  getSession: 'session.get',
  getNotices: 'session.notices',
  updateNotices: 'session.updateNotices',
  updateSession: 'session.update',
  signOut: 'session.signOut',
  getSignInMethods: 'session.methods',
  readSignInLink: 'session.readLink',
  redeemSignInLink: 'session.redeem',
  confirmEmail: 'session.confirmEmail',
  listSessions: 'session.list',
  endSessions: 'session.endAll',
  endSession: 'session.end',
  setUpSecondFactor: 'session.setUpSecondFactor',
  enableSecondFactor: 'session.enableSecondFactor',
  disableSecondFactor: 'session.disableSecondFactor',
  createRecoveryCodes: 'session.createRecoveryCodes',
  resetSecondFactor: 'members.resetSecondFactor',
  createMember: 'members.create',
  listMembers: 'members.list',
  getMember: 'members.get',
  updateMember: 'members.update',
  deleteMember: 'members.delete',
  createSignInLink: 'members.createSignInLink',
  getOwner: 'owner.get',
  updateOwner: 'owner.update',
  listAuditLog: 'auditLog.list',
  exportAuditLog: 'auditLog.csv',
  listPlatforms: 'platforms.list',
  getSystem: 'system.get',
  listenLive: 'listen',
  streamEvents: 'streamEvents',
}

/** The request with the SDK, as a module that compiles. */
export function typescriptSample(request: SampleRequest): string {
  return `import { createClient } from '${sdk}'\n\n${clientOf(request)}\n\n${callOf(request)}\n`
}

function clientOf({ access, publicUrl }: SampleRequest): string {
  if (access === 'key' || access === 'owner') {
    return [
      'const client = createClient({',
      `  baseUrl: ${literal(publicUrl)},`,
      `  apiKey: process.env.POSTERN_KEY ?? '',`,
      '})',
    ].join('\n')
  }
  return [
    '// On a page of this server, where the browser sends the session cookie.',
    `const client = createClient({ baseUrl: ${literal(publicUrl)}, apiKey: null })`,
  ].join('\n')
}

function callOf(request: SampleRequest): string {
  const { operationId, ids, query, body } = request
  if (request.responseType === 'text/event-stream') {
    const listener = operationId === 'listenLive' ? 'onChange' : 'onEvent'
    return `await client.${methods[operationId]}({ ${listener}: (received) => console.log(received) })`
  }
  const values = [...ids, ...(body === undefined ? [] : [body])]
  if (Object.keys(query).length > 0) values.push(query)
  const call = `client.${methods[operationId]}(${values.map((value) => literal(value)).join(', ')})`
  if (!operationId.startsWith('list')) return `console.log(await ${call})`
  return `for await (const item of ${call}) {\n  console.log(item)\n}`
}

const lineCharsMax = 80

/** A JSON value as TypeScript, in our own style. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${escaped(value)}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, inner))
    : Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${literal(each, inner)}`)
  if (parts.length === 0) return `${open}${close}`
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= lineCharsMax && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${escaped(name)}'`
}

/** JSON escapes everything but the single quote. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
}
