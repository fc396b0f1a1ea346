import { buildAccount, buildKey, buildProfile, buildWebhook } from '../../server/test/build.ts'
import { openBrowser } from '../../server/test/client.ts'
import { openInbox } from '../../server/test/inbox.ts'
import { connectAccount } from '../../server/test/publishing.ts'
import type { TestApp } from '../../server/test/test-app.ts'
import type { Places } from './scenes/scene.ts'

export const origin = 'https://app.example.com'

/** Hostile names. */
export const hostile = {
  markup: '<img src=x onerror=alert(1)> & <b>bold</b>',
  rightToLeft: 'مخبز الحي القديم \u202e!',
  endless: 'Very'.repeat(60),
}

/** Seeds clients with accounts in every state, scheduled and failed posts, and links. */
export async function fillClients(testApp: TestApp): Promise<Places> {
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin })
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'http://localhost:3000' })
  await testApp.call('PATCH', '/v1/connect/settings', {
    brand_name: 'Atelier Nord',
    color: '#e8a13a',
    privacy_url: 'https://nord.example.com/privacy',
    support_email: 'help@nord.example.com',
  })
  const bakery = await buildProfile(testApp, {
    name: 'Bergmann Bakery',
    external_id: 'client-42',
    metadata: { plan: 'gold', seats: 3 },
  })
  const named = []
  for (const name of Object.values(hostile)) named.push(await buildProfile(testApp, { name }))
  const inbox = await openInbox(testApp, 'threads', { profileId: bakery.id })
  await inbox.addComment({ text: 'Do you have rye today?' })
  await connectAccount(testApp, 'tiktok', { account: 'bergmannbakery' }, bakery.id)
  const expired = await expiredAccount(testApp, bakery.id)
  const hostileAccount = await buildAccount(testApp, {
    profile_id: bakery.id,
    platform: 'facebook',
    granted: {
      username: hostile.rightToLeft,
      // A Page is shown under its name.
      displayName: hostile.endless.slice(0, 80),
      granted: ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'],
      missing: ['read_insights', 'pages_manage_engagement'],
      avatarUrl: 'https://pictures.example/nothing.png',
    },
  })
  await schedulePosts(testApp, inbox.account.id)
  await testApp.work()
  const links = await makeLinks(testApp, bakery.id)
  await buildKey(testApp, { profile_id: bakery.id, scopes: ['posts:read', 'posts:write'] })
  await buildKey(testApp, { expires_at: '2027-01-01T00:00:00Z' })
  const revoked = await testApp.call('POST', '/v1/api-keys', { name: hostile.markup })
  const { secret: key } = revoked.body
  const broken = { text: 7, targets: [{ account: 1 }], ['Very'.repeat(40)]: 1 }
  await testApp.call('POST', '/v1/posts', broken, { key })
  await testApp.call('GET', `/v1/posts/${inbox.account.id}`, undefined, { key })
  await testApp.call('DELETE', `/v1/api-keys/${revoked.body.id}`)
  await testApp.requestLog.flush()
  await buildWebhook(testApp, { profile_id: bakery.id })
  return {
    profile: bakery.id,
    hostileProfile: named[0]!.id,
    account: inbox.account.id,
    hostileAccount: hostileAccount.id,
    expired: expired.id,
    ...links,
  }
}

/** An Instagram account whose owner changed the password since. */
export async function expiredAccount(
  testApp: TestApp,
  profileId: string,
  login: { account: string; person: string } = { account: 'studio.rossi', person: 'chiara' },
) {
  const account = await connectAccount(testApp, 'instagram', login, profileId)
  await testApp.ctx.db.query
    .updateTable('account')
    .set({ status: 'expired', status_reason: 'password_changed' })
    .where('id', '=', account.id)
    .execute()
  return account
}

/** The login of a new person with an Instagram account. */
export async function newInstagramLogin(testApp: TestApp) {
  const number = testApp.nextNumber()
  const [person, account] = [`Person ${number}`, `person.${number}`]
  const accounts = [{ platform: 'instagram', username: account }]
  await testApp.sandbox.control('POST', '/people', { name: person, accounts })
  return { account, person }
}

export async function schedulePosts(testApp: TestApp, accountId: string): Promise<string[]> {
  const ids = []
  for (const [place, text] of ['Rye is back', hostile.markup, hostile.rightToLeft].entries()) {
    const at = new Date(testApp.clock.now().getTime() + (place + 2) * 3_600_000)
    const { status, body } = await testApp.call('POST', '/v1/posts', {
      text,
      scheduled_at: at.toISOString(),
      targets: [{ account_id: accountId }],
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    ids.push(body.id)
  }
  return ids
}

async function makeLinks(testApp: TestApp, profileId: string): Promise<Places> {
  const make = async () => {
    const { body } = await testApp.call('POST', `/v1/profiles/${profileId}/connect-links`, {
      redirect_url: `${origin}/connected`,
    })
    return body as { id: string; url: string }
  }
  const expired = await make()
  testApp.clock.advance(31 * 60_000)
  const [used, revoked, tried] = [await make(), await make(), await make()]
  const browser = openBrowser(testApp)
  await browser.login(used.url, 'tiktok', { decision: 'allow', person: 'ben' })
  await testApp.call('DELETE', `/v1/connect-links/${revoked.id}`)
  await browser.login(tried.url, 'threads', { decision: 'cancel', person: 'ben' })
  const invite = async (input: object = {}) => {
    const { body } = await testApp.call('POST', `/v1/profiles/${profileId}/invitations`, {
      redirect_url: `${origin}/connected`,
      ...input,
    })
    return body as { id: string; url: string }
  }
  const canceled = await invite({ platforms: ['instagram', 'facebook'] })
  await testApp.call('DELETE', `/v1/invitations/${canceled.id}`)
  await invite({ expires_in_days: 30 })
  const invitation = await invite()
  const { location } = await browser.visit('POST', new URL(invitation.url).pathname)
  await browser.login(location!, 'threads', { decision: 'allow', person: 'ben' })
  return {
    expiredLink: expired.id,
    usedLink: used.id,
    triedLink: tried.id,
    invitation: invitation.id,
  }
}
