import { newId, newUuid } from '../../src/core/ids.ts'
import { sendRequest } from '../build.ts'
import type { TestApp } from '../test-app.ts'
import { callOk, type SeededTenant } from './seed.ts'
import { type ExistingTenant, markers, type ResourceIds, type SignedInMembers } from './tenants.ts'

/** The IDs of all resources by type and tenant. Those of `nonexistent` were never assigned. */
export async function collectIds(
  testApp: TestApp,
  otherApp: TestApp,
  filled: Partial<Record<ExistingTenant, SeededTenant>>,
  members: SignedInMembers,
): Promise<ResourceIds> {
  const resourceIds: ResourceIds = {
    profile: { nonexistent: [newId('profile'), 'ext-unknown'] },
    account: { nonexistent: [newId('account')] },
    post: { nonexistent: [newId('post')] },
    import: { nonexistent: [newId('import')] },
    target: { nonexistent: [newId('target')] },
    media: { nonexistent: [newId('media')] },
    comment: { nonexistent: [newId('comment')] },
    comment_note: { nonexistent: [newId('note')] },
    saved_text: { nonexistent: [newId('savedText')] },
    webhook: { nonexistent: [newId('webhook')] },
    delivery: { nonexistent: [newUuid()] },
    event: { nonexistent: [newUuid()] },
    connect_link: { nonexistent: [newId('link')] },
    invitation: { nonexistent: [newId('invitation')] },
    approval_link: { nonexistent: [newId('approval')] },
    report_link: { nonexistent: [newId('report')] },
    redirect_origin: { nonexistent: [newId('origin')] },
    api_key: { nonexistent: [newId('key')] },
    insights_sync: { nonexistent: [newId('sync')] },
    api_request: { nonexistent: [newId('request')] },
    member: {
      nonexistent: [newId('member')],
      home: [members.a.memberId],
      other: [members.other.memberId],
    },
    session: {
      nonexistent: [newId('session')],
      home: [members.owner.sessionId],
      a: [members.a.sessionId],
      b: [members.b.sessionId],
      contributor: [members.contributor.sessionId],
      other: [members.other.sessionId],
    },
  }
  for (const [tenant, of] of Object.entries(filled) as [ExistingTenant, SeededTenant][]) {
    resourceIds.profile[tenant] = [of.profile.id, of.profile.external_id]
    resourceIds.account[tenant] = [of.account.id]
    resourceIds.post[tenant] = [of.post.id]
    resourceIds.import[tenant] = [of.importId]
    resourceIds.target[tenant] = [of.post.targets[0].id]
    resourceIds.media[tenant] = [of.media.id]
    resourceIds.comment[tenant] = [of.comment.id]
    resourceIds.comment_note[tenant] = [of.note]
    resourceIds.saved_text[tenant] = [of.savedText.id]
    resourceIds.webhook[tenant] = [of.webhook.id]
    resourceIds.delivery[tenant] = [of.delivery.id]
    resourceIds.event[tenant] = [of.delivery.event_id]
    resourceIds.connect_link[tenant] = [of.link.id]
    resourceIds.invitation[tenant] = [of.invitation.id]
    resourceIds.approval_link[tenant] = [of.approval.id]
    resourceIds.report_link[tenant] = [of.report.id]
    resourceIds.api_key[tenant] = [of.key.id]
    resourceIds.insights_sync[tenant] = [of.sync.id]
    resourceIds.api_request[tenant] = [await sendRequest(testApp, of.key.secret)]
  }
  const first = async (from: TestApp, path: string) => (await callOk(from, 'GET', path)).data
  const origins = [
    await first(testApp, '/v1/connect/redirect-origins'),
    await first(otherApp, '/v1/connect/redirect-origins'),
  ]
  resourceIds.redirect_origin.home = [originWith(origins[0], markers.home)]
  resourceIds.redirect_origin.other = [originWith(origins[1], markers.other)]
  resourceIds.profile.home = [(await first(testApp, '/v1/profiles'))[0].id]
  resourceIds.api_key.home = [(await first(testApp, '/v1/api-keys')).at(-1).id]
  const unbound = (await first(testApp, '/v1/webhooks')).find(
    (each: { profile_id: string | null }) => each.profile_id === null,
  )
  resourceIds.webhook.home = [unbound.id]
  const delivery = await callOk(testApp, 'POST', `/v1/webhooks/${unbound.id}/test`)
  resourceIds.delivery.home = [delivery.id]
  resourceIds.event.home = [delivery.event_id]
  resourceIds.api_request.home = [await sendRequest(testApp, testApp.ownerKey)]
  await testApp.requestLog.flush()
  const plans = await first(testApp, `/v1/posts?tag=${markers.home}`)
  resourceIds.post.home = [plans[0].id]
  return resourceIds
}

function originWith(origins: { id: string; origin: string }[], marker: string): string {
  return origins.find(({ origin }) => origin.includes(marker))!.id
}
