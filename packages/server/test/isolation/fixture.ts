import { newId } from '../../src/core/ids.ts'
import { tokenPurpose } from '../../src/resources/accounts/tokens.ts'
import { insertKey } from '../../src/resources/keys/keys.ts'
import { ensureFirstMember } from '../../src/resources/members/people/first-member.ts'
import { type Permission, permissions } from '../../src/schemas/api-key.ts'
import { unseal } from '../../src/security/secrets.ts'
import { openDashboard, password, tokenOf } from '../dashboard.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import { collectIds } from './resource-ids.ts'
import { callOk, seedTenant } from './seed.ts'
import {
  type ExistingTenant,
  markers,
  type ResourceIds,
  type SignedInMember,
  type SignedInMembers,
} from './tenants.ts'

export type Fixture = {
  testApp: TestApp
  /** The test app as the second owner calls it. */
  otherApp: TestApp
  receiver: Receiver
  resourceIds: ResourceIds
  profiles: Record<ExistingTenant, string>
  keys: Record<
    'owner' | 'expired' | 'revoked' | 'a' | 'b' | 'deleting' | 'other' | 'otherProfile',
    string
  >
  /** Owner keys limited to everything but one permission, and to everything (`all`). */
  limited: Map<Permission | 'all', string>
  members: SignedInMembers
  endedCookie: string
  /** Secrets that no response may contain. */
  secrets: string[]
  close(): Promise<void>
}

/** Two owners on one installation; the first has the profiles A and B and two that were deleted. */
export async function openFixture(): Promise<Fixture> {
  const testApp = await openTestApp()
  const receiver = await openReceiver()
  const owner = await redeem(testApp, testApp.signInUrl, 'olga@example.com')
  const otherApp = await addOwner(testApp)
  const other = await redeem(testApp, otherApp.signInUrl, `zoe-${markers.other}@example.com`)
  await seedOwner(testApp, 'home', receiver.url)
  await seedOwner(otherApp, 'other', receiver.url)

  const erased = await callOk(testApp, 'POST', '/v1/profiles', {
    name: `Client ${markers.erased}`,
    external_id: `ext-${markers.erased}`,
  })
  const lost = await callOk(testApp, 'POST', '/v1/posts', { text: markers.erased }, erased.id)
  await callOk(testApp, 'DELETE', `/v1/profiles/${erased.id}`)
  const anna = { person: 'anna' }
  const a = await seedTenant(
    testApp,
    'a',
    { ...anna, platform: 'threads', account: 'anna.bakes' },
    receiver.url,
  )
  const b = await seedTenant(
    testApp,
    'b',
    { ...anna, platform: 'instagram', account: 'bergmann.bakery' },
    receiver.url,
  )
  const theirs = await seedTenant(
    otherApp,
    'other',
    { person: 'chiara', platform: 'threads', account: 'studio.rossi' },
    receiver.url,
  )
  const deleting = await seedTenant(
    testApp,
    'deleting',
    { ...anna, platform: 'threads', account: 'bergmann.bakery' },
    receiver.url,
  )
  const members = {
    owner,
    other,
    a: await addStaff(testApp, markers.a, [a.profile.id]),
    b: await addStaff(testApp, 'several', [a.profile.id, b.profile.id]),
    contributor: await addStaff(testApp, 'drafts', [a.profile.id], 'contributor'),
  }
  const theirStaff = await addStaff(otherApp, `staff-${markers.other}`, [theirs.profile.id])
  const ended = await addStaff(testApp, markers.home, [a.profile.id])
  const endedCookie = ended.browser.cookie()!
  await ended.browser.call('DELETE', '/v1/session')
  const keys = {
    owner: testApp.ownerKey,
    a: a.key.secret,
    b: b.key.secret,
    deleting: deleting.key.secret,
    other: otherApp.ownerKey,
    otherProfile: theirs.key.secret,
    ...(await spentKeys(testApp)),
  }
  const resourceIds = await collectIds(
    testApp,
    otherApp,
    { a, b, other: theirs, deleting },
    members,
  )
  resourceIds.member.other = [theirStaff.memberId]
  resourceIds.profile.erased = [erased.id, `ext-${markers.erased}`]
  resourceIds.post.erased = [lost.id]
  // No background work runs after this, so that `deleting` is deleted but not yet erased.
  await callOk(testApp, 'DELETE', `/v1/profiles/${deleting.profile.id}`)
  const profiles = {
    a: a.profile.id,
    b: b.profile.id,
    other: theirs.profile.id,
    deleting: deleting.profile.id,
    erased: erased.id,
    home: resourceIds.profile.home![0]!,
  }
  const fixture = { testApp, otherApp, receiver, resourceIds, profiles, keys, members, endedCookie }
  return {
    ...fixture,
    limited: await limitedKeys(testApp),
    secrets: [
      ...(await platformTokens(testApp)),
      ...Object.values(keys),
      ...Object.values(members).map((member) => member.browser.cookie()!.split('=')[1]!),
      ...[a, b, theirs, deleting].flatMap(({ webhook, link }) => [
        webhook.secret,
        new URL(link.url).pathname.split('/').at(-1)!,
      ]),
    ],
    close: async () => {
      await testApp.close()
      await receiver.close()
    },
  }
}

async function redeem(testApp: TestApp, url: string, email?: string): Promise<SignedInMember> {
  const browser = openDashboard(testApp)
  const { status, body } = await browser.call('POST', '/v1/session/redeem', {
    token: tokenOf(url),
    password,
    ...(email ? { email } : {}),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { browser, memberId: body.member.id, email: body.member.email, sessionId: body.id }
}

/** Adds a second owner, for which the API has no operation. */
async function addOwner(testApp: TestApp): Promise<TestApp> {
  const { ctx } = testApp
  const id = newId('owner')
  const now = testApp.clock.now()
  const { secret, url } = await ctx.db.transact(async (tx) => {
    const owner = { id, name: `Agency ${markers.other}`, email: null, account_limit: null }
    await tx
      .insertInto('owner')
      .values({ ...owner, created_at: now })
      .execute()
    const profile = { id: newId('profile'), owner_id: id, name: `Default ${markers.other}` }
    await tx
      .insertInto('profile')
      .values({ ...profile, is_default: true, metadata: '{}', created_at: now, updated_at: now })
      .execute()
    const key = { name: `First ${markers.other}`, profileId: null, scopes: null, expiresAt: null }
    const { secret } = await insertKey(tx, id, key, now)
    const link = await ensureFirstMember(ctx, tx, owner, now)
    return { secret, url: link!.url }
  })
  const call: TestApp['call'] = (method, path, body, options = {}) =>
    testApp.call(method, path, body, { key: secret, ...options })
  return { ...testApp, ownerId: id, ownerKey: secret, signInUrl: url, call }
}

/** Creates what belongs to the owner itself or to its default profile. */
async function seedOwner(testApp: TestApp, tenant: 'home' | 'other', receiverUrl: string) {
  const marker = markers[tenant]
  await callOk(testApp, 'POST', '/v1/connect/redirect-origins', {
    origin: `https://${marker}.example.com`,
  })
  // Clients see it, and so may all members of the owner.
  const brandName = tenant === 'home' ? 'Everyone’s brand' : `Brand ${marker}`
  await callOk(testApp, 'PATCH', '/v1/connect/settings', { brand_name: brandName })
  await callOk(testApp, 'PATCH', '/v1/owner', { email: `owner-${marker}@example.com` })
  await callOk(testApp, 'POST', '/v1/webhooks', {
    url: `${receiverUrl}/${tenant}-all`,
    events: ['*'],
    description: `All ${marker}`,
  })
  await callOk(testApp, 'POST', '/v1/posts', { text: `Plan ${marker}`, tags: [marker] })
  // For all profiles of its owner. The first owner has none, because all its clients would see it.
  if (tenant === 'other') {
    const text = { kind: 'reply', name: `All ${marker}`, text: `Thanks ${marker}` }
    await callOk(testApp, 'POST', '/v1/saved-texts', text)
  }
}

async function addStaff(
  testApp: TestApp,
  word: string,
  profile_ids: string[],
  role: 'staff' | 'contributor' = 'staff',
): Promise<SignedInMember> {
  const email = `sam-${word}@example.com`
  const member = await callOk(testApp, 'POST', '/v1/members', {
    name: `Sam ${word}`,
    email,
    role,
    profile_ids,
  })
  const { url } = await callOk(testApp, 'POST', `/v1/members/${member.id}/sign-in-link`)
  return await redeem(testApp, url)
}

async function spentKeys(testApp: TestApp): Promise<{ expired: string; revoked: string }> {
  const expired = await callOk(testApp, 'POST', '/v1/api-keys', {
    name: `Expired ${markers.home}`,
    expires_at: new Date(testApp.clock.now().getTime() + 1_000).toISOString(),
  })
  const revoked = await callOk(testApp, 'POST', '/v1/api-keys', { name: `Revoked ${markers.home}` })
  await callOk(testApp, 'DELETE', `/v1/api-keys/${revoked.id}`)
  testApp.clock.advance(60_000)
  return { expired: expired.secret, revoked: revoked.secret }
}

async function limitedKeys(testApp: TestApp): Promise<Fixture['limited']> {
  const limited: Fixture['limited'] = new Map()
  await testApp.ctx.db.transact(async (tx) => {
    for (const without of [...permissions, 'all' as const]) {
      // A key with posts:write may also write drafts.
      const includes = without === 'posts:draft' ? ['posts:draft', 'posts:write'] : [without]
      const scopes = permissions.filter((each) => !includes.includes(each))
      const key = { name: `Limited ${markers.home}`, profileId: null, scopes, expiresAt: null }
      const { secret } = await insertKey(tx, testApp.ownerId, key, testApp.clock.now())
      limited.set(without, secret)
    }
  })
  return limited
}

async function platformTokens(testApp: TestApp): Promise<string[]> {
  const { config, db } = testApp.ctx
  const rows = await db.query.selectFrom('account').select(['id', 'tokens_sealed']).execute()
  return rows.flatMap(({ id, tokens_sealed: sealed }) => {
    if (!sealed) return []
    const tokens = JSON.parse(unseal(config.keyring, tokenPurpose(id), sealed))
    return [tokens.access, tokens.refresh].filter((token) => typeof token === 'string')
  })
}
