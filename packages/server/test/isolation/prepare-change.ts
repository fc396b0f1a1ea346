import type { Account } from '../../src/schemas/account.ts'
import { buildAccount } from '../build.ts'
import { password } from '../dashboard.ts'
import { buildMedia } from '../media-files.ts'
import { connectNewPerson, publishInApp } from '../publishing.ts'
import type { TestApp } from '../test-app.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { RequestDraft } from './requests.ts'
import { callOk, insertNote } from './seed.ts'
import type { ResourceType, SignedInMember } from './tenants.ts'

let count = 0

/** Resources created for one call of an operation, which may change or delete them. */
export type DisposableIds = Partial<Record<ResourceType, string>>

/** `memberId` is the signed-in member, `null` with a key. */
type Factory = (
  testApp: TestApp,
  profile: string,
  memberId: string | null,
) => Promise<DisposableIds>

const createKey: Factory = async (testApp, profile_id) => ({
  api_key: (await callOk(testApp, 'POST', '/v1/api-keys', { name: 'fresh', profile_id })).id,
})
const createAccount: Factory = async (testApp, profile_id) => ({
  account: (await buildAccount(testApp, { profile_id })).id,
})
const saveText: Factory = async (testApp, profile_id) => {
  count += 1
  const body = { kind: 'reply', name: `fresh ${count}`, text: 'fresh', profile_id }
  return { saved_text: (await callOk(testApp, 'POST', '/v1/saved-texts', body)).id }
}
const createMember: Factory = async (testApp) => {
  count += 1
  const body = { name: 'fresh', email: `fresh${count}@example.com`, role: 'staff' }
  return { member: (await callOk(testApp, 'POST', '/v1/members', body)).id }
}
const createPost =
  (status: string, accountId?: string): Factory =>
  async (testApp, profile_id) => {
    count += 1
    const account_id = accountId ?? (await buildAccount(testApp, { profile_id })).id
    const targets = [{ account_id }]
    const {
      id,
      targets: [target],
    } = await callOk(testApp, 'POST', '/v1/posts', {
      text: `fresh ${count}`,
      targets,
    })
    await testApp.ctx.db.pool.query('update post_target set status = $2 where post_id = $1', [
      id,
      status,
    ])
    return { post: id, target: target.id }
  }

const publishingAccounts = new Map<string, Account>()

/** A post that is public on a sandbox account, one for each profile. */
const publishPost: Factory = async (testApp, profileId) => {
  const account = publishingAccounts.get(profileId) ?? (await connectNewPerson(testApp, profileId))
  publishingAccounts.set(profileId, account)
  const { post, target } = await createPost('draft', account.id)(testApp, profileId, null)
  await publishInApp(testApp, account, target!)
  return { post: post!, target: target! }
}

const factories: Readonly<Record<string, Factory>> = {
  revokeApiKey: createKey,
  rotateApiKey: createKey,
  deleteProfile: async (testApp) => ({
    profile: (await callOk(testApp, 'POST', '/v1/profiles', { name: 'fresh' })).id,
  }),
  reorderQueue: async (testApp, profileId) => {
    const { account } = await createAccount(testApp, profileId, null)
    const { post } = await createPost('scheduled', account)(testApp, profileId, null)
    const slot = new Date(testApp.clock.now().getTime() + 3_600_000)
    const query = 'update post_target set slot_at = $2, scheduled_at = $2 where post_id = $1'
    await testApp.ctx.db.pool.query(query, [post, slot])
    return { account: account!, post: post! }
  },
  disconnectAccount: createAccount,
  moveAccount: createAccount,
  updateMedia: async (testApp, profile) => ({ media: (await buildMedia(testApp, { profile })).id }),
  deleteMedia: async (testApp, profile) => ({ media: (await buildMedia(testApp, { profile })).id }),
  updatePost: createPost('draft'),
  cancelPost: createPost('draft'),
  repeatPost: async (testApp, profileId) => {
    const made = await createPost('scheduled')(testApp, profileId, null)
    const query = `update post set mode = 'schedule', status = 'scheduled', scheduled_at = $2
      where id = $1`
    await testApp.ctx.db.pool.query(query, [made.post, testApp.clock.now()])
    return made
  },
  cancelRepeats: createPost('scheduled'),
  retryPost: createPost('failed'),
  retryTarget: createPost('failed'),
  resolveTarget: createPost('unknown'),
  deletePublication: publishPost,
  removeRedirectOrigin: async (testApp) => {
    count += 1
    const body = { origin: `https://fresh${count}.example.com` }
    return {
      redirect_origin: (await callOk(testApp, 'POST', '/v1/connect/redirect-origins', body)).id,
    }
  },
  revokeConnectLink: async (testApp, profile) => {
    const body = { redirect_url: 'https://app.example.com/back' }
    const link = await callOk(testApp, 'POST', `/v1/profiles/${profile}/connect-links`, body)
    return { connect_link: link.id }
  },
  deleteWebhook: async (testApp, profile_id) => {
    const body = { url: 'http://127.0.0.1:9/fresh', events: ['*'], profile_id }
    return { webhook: (await callOk(testApp, 'POST', '/v1/webhooks', body)).id }
  },
  syncInsights: async (testApp) => {
    testApp.clock.advance(6 * 60_000)
    return {}
  },
  deleteCommentNote: async (testApp, profile, memberId) => ({
    comment_note: await insertNote(testApp, profile, { id: memberId!, name: 'fresh' }),
  }),
  updateSavedText: saveText,
  deleteSavedText: saveText,
  updateMember: createMember,
  deleteMember: createMember,
  createSignInLink: createMember,
  resetSecondFactor: createMember,
}

export async function createDisposables(
  fixture: Fixture,
  caller: Caller,
  operationId: string,
): Promise<DisposableIds> {
  const testApp = caller.owner === 'other' ? fixture.otherApp : fixture.testApp
  const member = memberOf(fixture, caller)
  if (member && /signOut|endSessions?$/.test(operationId)) await signInAgain(fixture, member)
  const session = member ? { session: member.sessionId } : {}
  return {
    ...session,
    ...(await factories[operationId]?.(
      testApp,
      fixture.profiles[caller.ownTenant],
      member?.memberId ?? null,
    )),
  }
}

function memberOf({ members }: Fixture, { session }: Caller): SignedInMember | null {
  if (session === null) return null
  return session === 'home'
    ? members.owner
    : members[session as 'a' | 'b' | 'other' | 'contributor']
}

/** Signs the member in again, because the operation ends its session. Waits out the sign-in limit. */
async function signInAgain(fixture: Fixture, member: SignedInMember): Promise<void> {
  fixture.testApp.clock.advance(16 * 60_000)
  const { status, body } = await member.browser.call('POST', '/v1/session', {
    email: member.email,
    password,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  member.sessionId = body.id
}

/** Signs the member in again if necessary and deletes webhook endpoints, of which only ten are allowed. */
export async function cleanUpAfter(
  fixture: Fixture,
  caller: Caller,
  operationId: string,
  // biome-ignore lint/suspicious/noExplicitAny: the response of any operation
  body: any,
): Promise<void> {
  const testApp = caller.owner === 'other' ? fixture.otherApp : fixture.testApp
  const member = memberOf(fixture, caller)
  if (member && /signOut|endSessions?$/.test(operationId)) await signInAgain(fixture, member)
  if (operationId === 'createWebhook') await callOk(testApp, 'DELETE', `/v1/webhooks/${body.id}`)
}

/** Replaces values that must be unique with new ones. */
export function withUniqueValues(operationId: string, draft: RequestDraft): RequestDraft {
  count += 1
  const names: Record<string, object> = {
    registerRedirectOrigin: { origin: `https://new${count}.example.com` },
    createMember: { email: `new${count}@example.com` },
    createSavedText: { name: `new ${count}` },
  }
  if (!names[operationId]) return draft
  return { ...draft, body: { ...(draft.body as object), ...names[operationId] } }
}
