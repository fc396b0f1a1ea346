import { newId } from '../../src/core/ids.ts'
import type { PlatformValue } from '../../src/core/networks.ts'
import { buildAccount } from '../build.ts'
import { imageFile, upload } from '../media-files.ts'
import { connectAccount } from '../publishing.ts'
import type { TestApp } from '../test-app.ts'
import { type ExistingTenant, markers } from './tenants.ts'

export type SeededTenant = Awaited<ReturnType<typeof seedTenant>>

/** Who logs in at the sandbox. Each sandbox account can be connected by one tenant only. */
export type Login = { platform: PlatformValue; person: string; account: string }

/**
 * Creates a profile with one of each resource that a profile owns. Every text contains the tenant's marker.
 * `testApp` must call with the key of the tenant's owner.
 */
export async function seedTenant(
  testApp: TestApp,
  tenant: ExistingTenant,
  login: Login,
  receiverUrl: string,
) {
  const marker = markers[tenant]
  const call = async (method: string, path: string, body?: unknown, profile?: string) => {
    const response = await testApp.call(method, path, body, profile ? { profile } : {})
    if (response.status >= 300) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const profile = await call('POST', '/v1/profiles', {
    name: `Client ${marker}`,
    external_id: `ext-${marker}`,
    metadata: { note: marker },
  })
  const webhook = await call('POST', '/v1/webhooks', {
    url: `${receiverUrl}/${tenant}`,
    events: ['*'],
    profile_id: profile.id,
    description: `Hook ${marker}`,
  })
  const { platform, ...decision } = login
  const account = await connectAccount(testApp, platform, decision, profile.id)
  const second = await buildAccount(testApp, {
    profile_id: profile.id,
    platform: 'tiktok',
    granted: {
      username: `user.${marker}`,
      displayName: `Account ${marker}`,
      profileUrl: `https://tiktok.example.com/${marker}`,
    },
  })
  await addComment(testApp, account.platform_account_id, marker)
  const picture = await upload(testApp, await imageFile(), {
    profile: profile.id,
    alt_text: `Picture ${marker}`,
  })
  const post = await call('POST', '/v1/posts', {
    text: `Plan ${marker}`,
    external_id: `cms-${marker}`,
    tags: [marker],
    metadata: { plan: marker },
    media: [{ id: picture.body.id, alt_text: `Alt ${marker}` }],
    targets: [{ account_id: account.id }],
    scheduled_at: new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString(),
  })
  const imported = await call(
    'POST',
    '/v1/imports',
    { format: 'csv', content: `external_id,text\nrow-${marker},${marker}\n` },
    profile.id,
  )
  const link = await call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: `https://app.example.com/back?client=${marker}`,
    state: `state-${marker}`,
    metadata: { from: marker },
  })
  const invitation = await call('POST', `/v1/profiles/${profile.id}/invitations`, {
    redirect_url: `https://app.example.com/back?client=${marker}`,
    metadata: { from: marker },
  })
  const approval = await call('POST', `/v1/profiles/${profile.id}/approval-links`, {
    post_ids: [post.id],
  })
  const report = await call('POST', `/v1/profiles/${profile.id}/report-links`, {
    month: testApp.clock.now().toISOString().slice(0, 7),
    note: `Report ${marker}`,
  })
  const key = await call('POST', '/v1/api-keys', {
    name: `Key ${marker}`,
    profile_id: profile.id,
  })
  const delivery = await call('POST', `/v1/webhooks/${webhook.id}/test`)
  const sync = await call('POST', '/v1/insights/sync', {}, profile.id)
  testApp.clock.advance(600_000)
  await testApp.work()
  const comments = await call('GET', `/v1/comments?account_id=${account.id}`)
  const comment = comments.data[0]
  if (!comment) throw new Error(`the comment in ${tenant} was not read`)
  const savedText = await call('POST', '/v1/saved-texts', {
    kind: 'reply',
    name: `Reply ${marker}`,
    text: `Thanks ${marker}`,
    profile_id: profile.id,
  })
  const note = await insertNote(testApp, profile.id, { id: newId('member'), name: marker })
  return {
    profile,
    webhook,
    account,
    second,
    media: picture.body,
    post,
    importId: imported.id as string,
    link,
    invitation,
    approval,
    report,
    key,
    ...{ delivery, sync, comment, note, savedText },
  }
}

/** Adds a note to a comment of the profile, which only a member could by the API; returns its ID. */
export async function insertNote(
  testApp: TestApp,
  profileId: string,
  author: { id: string; name: string },
): Promise<string> {
  const id = newId('note')
  await testApp.ctx.db.pool.query(
    `insert into comment_note (id, owner_id, profile_id, comment_id, author_id, author_name, text, created_at)
     select $1, owner_id, profile_id, id, $3, $4, $4, created_at
     from comment where profile_id = $2 order by id limit 1`,
    [id, profileId, author.id, author.name],
  )
  return id
}

/** Adds a comment under a post published in the platform's own app. */
async function addComment(testApp: TestApp, account: string, marker: string): Promise<void> {
  const { control } = testApp.sandbox
  const { id } = await control('POST', '/posts', { account, text: `Made elsewhere ${marker}` })
  await control('POST', '/comments', {
    post: id,
    text: `A comment ${marker}`,
    author: 'kim',
    webhook: false,
  })
}

/** Calls the API as the owner and returns the body; throws unless the call succeeds. */
export async function callOk(
  testApp: TestApp,
  method: string,
  path: string,
  body?: unknown,
  profile?: string,
) {
  const response = await testApp.call(method, path, body, profile ? { profile } : {})
  if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`)
  return response.body
}
