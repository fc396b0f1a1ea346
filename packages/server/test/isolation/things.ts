import { newId, newUuid } from '../../src/core/ids.ts'
import type { TestApp } from '../test-app.ts'
import { type Filled, made } from './furnish.ts'
import { type Lived, marks, type People, type Things } from './spaces.ts'

/** The ids of everything, by what it is and where; `never` of each was given to nobody. */
export async function thingsOf(
  testApp: TestApp,
  otherApp: TestApp,
  filled: Partial<Record<Lived, Filled>>,
  people: People,
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
  const first = async (from: TestApp, path: string) => (await made(from, 'GET', path)).data
  const origins = [
    await first(testApp, '/v1/connect/redirect-origins'),
    await first(otherApp, '/v1/connect/redirect-origins'),
  ]
  things.redirect_origin.home = [originWith(origins[0], marks.home)]
  things.redirect_origin.other = [originWith(origins[1], marks.other)]
  things.profile.home = [(await first(testApp, '/v1/profiles'))[0].id]
  things.api_key.home = [(await first(testApp, '/v1/api-keys')).at(-1).id]
  const unbound = (await first(testApp, '/v1/webhooks')).find(
    (each: { profile_id: string | null }) => each.profile_id === null,
  )
  things.webhook.home = [unbound.id]
  things.delivery.home = [(await made(testApp, 'POST', `/v1/webhooks/${unbound.id}/test`)).id]
  const plans = await first(testApp, `/v1/posts?tag=${marks.home}`)
  things.post.home = [plans[0].id]
  return things
}

function originWith(origins: { id: string; origin: string }[], mark: string): string {
  return origins.find(({ origin }) => origin.includes(mark))!.id
}
