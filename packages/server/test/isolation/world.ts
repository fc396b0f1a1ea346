import { newId, newUuid } from '../../src/base/ids.ts'
import { insertKey } from '../../src/keys/keys.ts'
import { ensureFirstMember } from '../../src/members/first.ts'
import { type Permission, permissions } from '../../src/resources/api-key.ts'
import { openDashboard, password, tokenOf, type Visitor } from '../dashboard.ts'
import { type House, openHouse } from '../house.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { type Filled, fill } from './furnish.ts'
import { type Lived, marks, type Things } from './spaces.ts'

/** Who signed in, in a browser of its own. */
export type Person = { visitor: Visitor; memberId: string; email: string; sessionId: string }

export type World = {
  house: House
  /** The house as the second owner calls it. */
  otherHouse: House
  receiver: Receiver
  things: Things
  profiles: Record<Lived, string>
  keys: Record<
    'owner' | 'expired' | 'revoked' | 'a' | 'b' | 'going' | 'other' | 'otherProfile',
    string
  >
  /** Owner keys limited to everything but one permission, and to everything (`all`). */
  limited: Map<Permission | 'all', string>
  people: Record<'owner' | 'a' | 'b' | 'other', Person>
  endedCookie: string
  /** What nobody may be shown again. */
  secrets: string[]
  close(): Promise<void>
}

/** Two owners on one installation; the first has the profiles A and B and two that were deleted. */
export async function openWorld(): Promise<World> {
  const house = await openHouse()
  const receiver = await openReceiver()
  const owner = await redeem(house, house.signInUrl, 'olga@example.com')
  const otherHouse = await addOwner(house)
  const other = await redeem(house, otherHouse.signInUrl, `zoe-${marks.other}@example.com`)
  await furnishOwner(house, 'home', receiver.url)
  await furnishOwner(otherHouse, 'other', receiver.url)

  const gone = await made(house, 'POST', '/v1/profiles', {
    name: `Client ${marks.gone}`,
    external_id: `ext-${marks.gone}`,
  })
  const lost = await made(house, 'POST', '/v1/posts', { text: marks.gone }, gone.id)
  await made(house, 'DELETE', `/v1/profiles/${gone.id}`)
  const anna = { person: 'anna' }
  const a = await fill(
    house,
    'a',
    { ...anna, platform: 'threads', account: 'anna.bakes' },
    receiver.url,
  )
  const b = await fill(
    house,
    'b',
    { ...anna, platform: 'instagram', account: 'bergmann.bakery' },
    receiver.url,
  )
  const theirs = await fill(
    otherHouse,
    'other',
    { person: 'chiara', platform: 'threads', account: 'studio.rossi' },
    receiver.url,
  )
  const going = await fill(
    house,
    'going',
    { ...anna, platform: 'threads', account: 'bergmann.bakery' },
    receiver.url,
  )
  const people = {
    owner,
    other,
    a: await addStaff(house, 'a', a.profile.id),
    b: await addStaff(house, 'b', b.profile.id),
  }
  const theirStaff = await addStaff(otherHouse, 'other', theirs.profile.id, 'staff-')
  const ended = await addStaff(house, 'home', a.profile.id)
  const endedCookie = ended.visitor.cookie()!
  await ended.visitor.call('DELETE', '/v1/session')
  const keys = {
    owner: house.ownerKey,
    a: a.key.secret,
    b: b.key.secret,
    going: going.key.secret,
    other: otherHouse.ownerKey,
    otherProfile: theirs.key.secret,
    ...(await spentKeys(house)),
  }
  const things = await thingsOf(house, otherHouse, { a, b, other: theirs, going }, people)
  things.member.other = [theirStaff.memberId]
  things.profile.gone = [gone.id, `ext-${marks.gone}`]
  things.post.gone = [lost.id]
  // From here on no work is done, so that `going` stays between its deletion and its erasure.
  await made(house, 'DELETE', `/v1/profiles/${going.profile.id}`)
  const profiles = {
    a: a.profile.id,
    b: b.profile.id,
    other: theirs.profile.id,
    going: going.profile.id,
    gone: gone.id,
    home: things.profile.home![0]!,
  }
  const world = { house, otherHouse, receiver, things, profiles, keys, people, endedCookie }
  return {
    ...world,
    limited: await limitedKeys(house),
    secrets: [
      ...Object.values(keys),
      ...Object.values(people).map((person) => person.visitor.cookie()!.split('=')[1]!),
      ...[a, b, theirs, going].flatMap(({ webhook, link }) => [
        webhook.secret,
        new URL(link.url).pathname.split('/').at(-1)!,
      ]),
    ],
    close: async () => {
      await house.close()
      await receiver.close()
    },
  }
}

export async function made(
  house: House,
  method: string,
  path: string,
  body?: unknown,
  profile?: string,
) {
  const answer = await house.call(method, path, body, profile ? { profile } : {})
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function redeem(house: House, url: string, email?: string): Promise<Person> {
  const visitor = openDashboard(house)
  const { status, body } = await visitor.call('POST', '/v1/session/redeem', {
    token: tokenOf(url),
    password,
    ...(email ? { email } : {}),
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { visitor, memberId: body.member.id, email: body.member.email, sessionId: body.id }
}

/** A second owner, as an installation with several has it; the API makes none. */
async function addOwner(house: House): Promise<House> {
  const { ctx } = house
  const id = newId('owner')
  const now = house.clock.now()
  const { secret, url } = await ctx.db.transact(async (tx) => {
    const owner = { id, name: `Agency ${marks.other}`, email: null, account_limit: null }
    await tx
      .insertInto('owner')
      .values({ ...owner, created_at: now })
      .execute()
    const profile = { id: newId('profile'), owner_id: id, name: `Default ${marks.other}` }
    await tx
      .insertInto('profile')
      .values({ ...profile, is_default: true, metadata: '{}', created_at: now, updated_at: now })
      .execute()
    const key = { name: `First ${marks.other}`, profileId: null, scopes: null, expiresAt: null }
    const { secret } = await insertKey(tx, id, key, now)
    const link = await ensureFirstMember(ctx, tx, owner, now)
    return { secret, url: link!.url }
  })
  const call: House['call'] = (method, path, body, options = {}) =>
    house.call(method, path, body, { key: secret, ...options })
  return { ...house, ownerId: id, ownerKey: secret, signInUrl: url, call }
}

/** What belongs to the owner alone, or to its default profile. */
async function furnishOwner(house: House, space: 'home' | 'other', receiverUrl: string) {
  const mark = marks[space]
  await made(house, 'POST', '/v1/connect/redirect-origins', {
    origin: `https://${mark}.example.com`,
  })
  await made(house, 'PATCH', '/v1/connect/settings', { brand_name: `Brand ${mark}` })
  await made(house, 'PATCH', '/v1/owner', { email: `owner-${mark}@example.com` })
  await made(house, 'POST', '/v1/webhooks', {
    url: `${receiverUrl}/${space}-all`,
    events: ['*'],
    description: `All ${mark}`,
  })
  await made(house, 'POST', '/v1/posts', { text: `Plan ${mark}`, tags: [mark] })
}

async function addStaff(house: House, space: Lived, profileId: string, more = '') {
  const email = `sam-${more}${marks[space]}@example.com`
  const member = await made(house, 'POST', '/v1/members', {
    name: `Sam ${marks[space]}`,
    email,
    role: 'staff',
    profile_ids: [profileId],
  })
  const { url } = await made(house, 'POST', `/v1/members/${member.id}/sign-in-link`)
  return await redeem(house, url)
}

async function spentKeys(house: House): Promise<{ expired: string; revoked: string }> {
  const expired = await made(house, 'POST', '/v1/api-keys', {
    name: `Expired ${marks.home}`,
    expires_at: new Date(house.clock.now().getTime() + 1_000).toISOString(),
  })
  const revoked = await made(house, 'POST', '/v1/api-keys', { name: `Revoked ${marks.home}` })
  await made(house, 'DELETE', `/v1/api-keys/${revoked.id}`)
  house.clock.advance(60_000)
  return { expired: expired.secret, revoked: revoked.secret }
}

async function limitedKeys(house: House): Promise<World['limited']> {
  const limited: World['limited'] = new Map()
  await house.ctx.db.transact(async (tx) => {
    for (const without of [...permissions, 'all' as const]) {
      const scopes = permissions.filter((each) => each !== without)
      const key = { name: `Limited ${marks.home}`, profileId: null, scopes, expiresAt: null }
      const { secret } = await insertKey(tx, house.ownerId, key, house.clock.now())
      limited.set(without, secret)
    }
  })
  return limited
}

/** The ids of everything, by what it is and where; `never` of each was given to nobody. */
async function thingsOf(
  house: House,
  otherHouse: House,
  filled: Partial<Record<Lived, Filled>>,
  people: World['people'],
): Promise<Things> {
  const things: Things = {
    profile: { never: [newId('profile'), 'ext-of-nobody'] },
    account: { never: [newId('account')] },
    post: { never: [newId('post')] },
    target: { never: [newId('target')] },
    media: { never: [newId('media')] },
    comment: { never: [newId('comment')] },
    webhook: { never: [newId('webhook')] },
    delivery: { never: [newUuid()] },
    connect_link: { never: [newId('link')] },
    redirect_origin: { never: [newId('origin')] },
    api_key: { never: [newId('key')] },
    insights_sync: { never: [newId('sync')] },
    member: { never: [newId('member')], home: [people.a.memberId], other: [people.other.memberId] },
    session: {
      never: [newId('session')],
      home: [people.owner.sessionId],
      a: [people.a.sessionId],
      b: [people.b.sessionId],
      other: [people.other.sessionId],
    },
  }
  for (const [space, of] of Object.entries(filled) as [Lived, Filled][]) {
    things.profile[space] = [of.profile.id, of.profile.external_id]
    things.account[space] = [of.account.id]
    things.post[space] = [of.post.id]
    things.target[space] = [of.post.targets[0].id]
    things.media[space] = [of.media.id]
    things.comment[space] = [of.comment.id]
    things.webhook[space] = [of.webhook.id]
    things.delivery[space] = [of.delivery.id]
    things.connect_link[space] = [of.link.id]
    things.api_key[space] = [of.key.id]
    things.insights_sync[space] = [of.sync.id]
  }
  const first = async (from: House, path: string) => (await made(from, 'GET', path)).data
  const origins = [
    await first(house, '/v1/connect/redirect-origins'),
    await first(otherHouse, '/v1/connect/redirect-origins'),
  ]
  things.redirect_origin.home = [originWith(origins[0], marks.home)]
  things.redirect_origin.other = [originWith(origins[1], marks.other)]
  things.profile.home = [(await first(house, '/v1/profiles'))[0].id]
  things.api_key.home = [(await first(house, '/v1/api-keys')).at(-1).id]
  const unbound = (await first(house, '/v1/webhooks')).find(
    (each: { profile_id: string | null }) => each.profile_id === null,
  )
  things.webhook.home = [unbound.id]
  things.delivery.home = [(await made(house, 'POST', `/v1/webhooks/${unbound.id}/test`)).id]
  const plans = await first(house, `/v1/posts?tag=${marks.home}`)
  things.post.home = [plans[0].id]
  return things
}

function originWith(origins: { id: string; origin: string }[], mark: string): string {
  return origins.find(({ origin }) => origin.includes(mark))!.id
}
