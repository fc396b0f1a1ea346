import { buildAccount } from '../build.ts'
import { password } from '../dashboard.ts'
import { buildMedia } from '../media-files.ts'
import type { TestApp } from '../test-app.ts'
import type { Caller } from './callers.ts'
import { made } from './furnish.ts'
import type { Draft } from './requests.ts'
import type { Noun, Person } from './spaces.ts'
import type { World } from './world.ts'

let count = 0

/** What an operation may use up, made anew in the caller's own space. */
export type Fresh = Partial<Record<Noun, string>>

type Maker = (testApp: TestApp, profile: string) => Promise<Fresh>

const key: Maker = async (testApp, profile_id) => ({
  api_key: (await made(testApp, 'POST', '/v1/api-keys', { name: 'fresh', profile_id })).id,
})
const account: Maker = async (testApp, profile_id) => ({
  account: (await buildAccount(testApp, { profile_id })).id,
})
const member: Maker = async (testApp) => {
  count += 1
  const body = { name: 'fresh', email: `fresh${count}@example.com`, role: 'staff' }
  return { member: (await made(testApp, 'POST', '/v1/members', body)).id }
}
const post =
  (status: string): Maker =>
  async (testApp, profile_id) => {
    count += 1
    const targets = [{ account_id: (await buildAccount(testApp, { profile_id })).id }]
    const {
      id,
      targets: [target],
    } = await made(testApp, 'POST', '/v1/posts', {
      text: `fresh ${count}`,
      targets,
    })
    await testApp.ctx.db.pool.query('update post_target set status = $2 where post_id = $1', [
      id,
      status,
    ])
    return { post: id, target: target.id }
  }

const makers: Readonly<Record<string, Maker>> = {
  revokeApiKey: key,
  rotateApiKey: key,
  deleteProfile: async (testApp) => ({
    profile: (await made(testApp, 'POST', '/v1/profiles', { name: 'fresh' })).id,
  }),
  disconnectAccount: account,
  moveAccount: account,
  deleteMedia: async (testApp, profile) => ({ media: (await buildMedia(testApp, { profile })).id }),
  updatePost: post('draft'),
  cancelPost: post('draft'),
  retryPost: post('failed'),
  retryTarget: post('failed'),
  resolveTarget: post('unknown'),
  removeRedirectOrigin: async (testApp) => {
    count += 1
    const body = { origin: `https://fresh${count}.example.com` }
    return {
      redirect_origin: (await made(testApp, 'POST', '/v1/connect/redirect-origins', body)).id,
    }
  },
  revokeConnectLink: async (testApp, profile) => {
    const body = { redirect_url: 'https://app.example.com/back' }
    const link = await made(testApp, 'POST', `/v1/profiles/${profile}/connect-links`, body)
    return { connect_link: link.id }
  },
  deleteWebhook: async (testApp, profile_id) => {
    const body = { url: 'http://127.0.0.1:9/fresh', events: ['*'], profile_id }
    return { webhook: (await made(testApp, 'POST', '/v1/webhooks', body)).id }
  },
  syncInsights: async (testApp) => {
    testApp.clock.advance(6 * 60_000)
    return {}
  },
  updateMember: member,
  deleteMember: member,
  createSignInLink: member,
}

export async function freshFor(world: World, caller: Caller, operationId: string): Promise<Fresh> {
  const testApp = caller.owner === 'other' ? world.otherApp : world.testApp
  const person = personOf(world, caller)
  if (person && /signOut|endSessions?$/.test(operationId)) await signInAgain(world, person)
  const session = person ? { session: person.sessionId } : {}
  return { ...session, ...(await makers[operationId]?.(testApp, world.profiles[caller.own])) }
}

function personOf({ people }: World, { session }: Caller): Person | null {
  if (session === null) return null
  return session === 'home' ? people.owner : people[session as 'a' | 'b' | 'other']
}

/** The session that the operation ends is not the one that the next one needs. */
async function signInAgain(world: World, person: Person): Promise<void> {
  world.testApp.clock.advance(16 * 60_000)
  const { status, body } = await person.visitor.call('POST', '/v1/session', {
    email: person.email,
    password,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  person.sessionId = body.id
}

/** After it: signed in again, and what there may be ten of is away. */
export async function tidy(
  world: World,
  caller: Caller,
  operationId: string,
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
  body: any,
): Promise<void> {
  const testApp = caller.owner === 'other' ? world.otherApp : world.testApp
  const person = personOf(world, caller)
  if (person && /signOut|endSessions?$/.test(operationId)) await signInAgain(world, person)
  if (operationId === 'createWebhook') await made(testApp, 'DELETE', `/v1/webhooks/${body.id}`)
}

/** What may be there once is there under another name each time. */
export function varied(operationId: string, draft: Draft): Draft {
  count += 1
  const names: Record<string, object> = {
    registerRedirectOrigin: { origin: `https://new${count}.example.com` },
    createMember: { email: `new${count}@example.com` },
  }
  if (!names[operationId]) return draft
  return { ...draft, body: { ...(draft.body as object), ...names[operationId] } }
}
