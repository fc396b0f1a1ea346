import type { PlatformValue } from '../src/core/networks.ts'
import { nextDueAt } from '../src/resources/posts/publish/claim.ts'
import type { Account } from '../src/schemas/account.ts'
import type { Post } from '../src/schemas/post.ts'
import { buildProfile } from './build.ts'
import { type Decision, openBrowser } from './client.ts'
import type { TestApp } from './test-app.ts'

const stepsMax = 200

/**
 * Runs all due work and moves the clock to the next due time, until nothing is due within
 * `withinMs`. Minutes of waiting for a platform take no real time.
 */
export async function advanceUntilIdle(testApp: TestApp, withinMs = 3_600_000): Promise<void> {
  const end = testApp.clock.now().getTime() + withinMs
  for (let step = 0; step < stepsMax; step += 1) {
    await testApp.work()
    const next = await nextDueAt(testApp.ctx.db.query, testApp.clock.now())
    if (!next || next.getTime() > end) return
    testApp.clock.set(next)
  }
  throw new Error(`work is still due after ${stepsMax} steps`)
}

/** Connects an account through a login at the sandbox, so that it can publish. */
export async function connectAccount(
  testApp: TestApp,
  platform: PlatformValue,
  decision: Partial<Decision> = {},
  profileId?: string,
): Promise<Account> {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
  const profile = profileId ?? (await buildProfile(testApp)).id
  const link = await testApp.call('POST', `/v1/profiles/${profile}/connect-links`, {
    redirect_url: 'https://app.example.com/back',
  })
  const browser = openBrowser(testApp)
  const landing = await browser.login(link.body.url, platform, {
    decision: 'allow',
    person: 'anna',
    ...decision,
  })
  if (platform === 'facebook') {
    const path = new URL(landing.location!, 'http://localhost:4000').pathname
    const page = await browser.visit('GET', path)
    const [, id] = /name="accounts" value="(\d+)"(?! disabled)/.exec(page.text)!
    await browser.visit('POST', path, { accounts: [id!] })
  }
  const { body } = await testApp.call(
    'GET',
    `/v1/accounts?platform=${platform}&limit=100`,
    undefined,
    {
      profile,
    },
  )
  if (!body.data.at(-1)) throw new Error(`not connected: ${landing.status} ${landing.location}`)
  return body.data.at(-1)
}

/** Connects a Threads account of a new person through a login at the sandbox. */
export async function connectNewPerson(testApp: TestApp, profileId?: string): Promise<Account> {
  const number = testApp.nextNumber()
  const [name, username] = [`Person ${number}`, `person.${number}`]
  const accounts = [{ platform: 'threads', username }]
  await testApp.sandbox.control('POST', '/people', { name, accounts })
  return await connectAccount(testApp, 'threads', { person: name, account: username }, profileId)
}

/** A unique text. */
export function newText(testApp: TestApp): string {
  return `Post number ${testApp.nextNumber()}`
}

/** Creates a post through the API; `mode` is `now` by default. */
export async function buildPost(testApp: TestApp, input: Record<string, unknown>): Promise<Post> {
  const body = { text: newText(testApp), mode: 'now', ...input }
  const response = await testApp.call('POST', '/v1/posts', body)
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body
}

/** Makes the target published with a post that the person made in the platform's app. */
export async function publishInApp(
  testApp: TestApp,
  account: Account,
  targetId: string,
): Promise<void> {
  const { id } = await testApp.sandbox.control('POST', '/posts', {
    account: account.platform_account_id,
    text: newText(testApp),
  })
  await testApp.ctx.db.pool.query(
    `with published as (
       update post_target set status = 'published' where id = $1 returning id, account_id)
     insert into post_part (target_id, number, account_id, platform_post_id, permalink, published_at)
     select id, 1, account_id, $2, 'https://a.example', now() from published`,
    [targetId, id],
  )
}

export async function readPost(testApp: TestApp, id: string): Promise<Post> {
  return (await testApp.call('GET', `/v1/posts/${id}`)).body
}

/** The events of the post, oldest first. */
export async function postEvents(
  testApp: TestApp,
  postId: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select convert_from(body, 'utf8')::jsonb as body from event
     where type like 'post.%' and convert_from(body, 'utf8')::jsonb->'data'->>'post_id' = $1
     order by id`,
    [postId],
  )
  return rows.map((row) => row.body)
}
