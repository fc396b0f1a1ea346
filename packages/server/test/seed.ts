import type { AppPlatformValue } from '../src/core/networks.ts'
import { buildProfile } from './build.ts'
import { openInbox } from './inbox.ts'
import { buildMedia } from './media-files.ts'
import type { TestApp } from './test-app.ts'

export type SeededProfile = Awaited<ReturnType<typeof seedProfile>>

/**
 * Creates a profile with one of each resource that a profile owns: an account with a comment, a post with a
 * target, media, a webhook endpoint with a delivery, a connect link, a saved text and an insights sync. Call it
 * once per platform, because the sandbox account can be connected only once.
 */
export async function seedProfile(
  testApp: TestApp,
  platform: AppPlatformValue,
  receiverUrl: string,
) {
  const profile = await buildProfile(testApp)
  const inProfile = { profile: profile.id }
  const inbox = await openInbox(testApp, platform, { profileId: profile.id })
  const externalId = await inbox.addComment({ text: `A comment in ${profile.id}` })
  const media = await buildMedia(testApp, inProfile)
  const webhook = await ok(
    testApp.call('POST', '/v1/webhooks', {
      url: receiverUrl,
      events: ['*'],
      profile_id: profile.id,
    }),
  )
  const post = await ok(
    testApp.call(
      'POST',
      '/v1/posts',
      {
        text: `A post in ${profile.id}`,
        media: [{ id: media.id }],
        targets: [{ account_id: inbox.account.id }],
        scheduled_at: new Date(testApp.clock.now().getTime() + 30 * 86_400_000).toISOString(),
      },
      inProfile,
    ),
  )
  const content = `external_id,text\n${profile.id}-1,Imported\n`
  const imported = await ok(
    testApp.call('POST', '/v1/imports', { format: 'csv', content }, inProfile),
  )
  const link = await ok(
    testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
      redirect_url: 'https://app.example.com/back',
    }),
  )
  const invitation = await ok(
    testApp.call('POST', `/v1/profiles/${profile.id}/invitations`, {
      redirect_url: 'https://app.example.com/back',
    }),
  )
  const awaiting = await ok(
    testApp.call('POST', '/v1/posts', { text: `Approve ${profile.id}` }, inProfile),
  )
  const approval = await ok(testApp.call('POST', `/v1/posts/${awaiting.id}/approval-links`, {}))
  const report = await ok(
    testApp.call('POST', `/v1/profiles/${profile.id}/report-links`, {
      month: testApp.clock.now().toISOString().slice(0, 7),
    }),
  )
  const savedText = await ok(
    testApp.call(
      'POST',
      '/v1/saved-texts',
      { kind: 'reply', name: 'Thanks', text: 'Thank you!' },
      inProfile,
    ),
  )
  const delivery = await ok(testApp.call('POST', `/v1/webhooks/${webhook.id}/test`))
  // Imports the post first: a sync has the metrics of the posts that are known.
  await testApp.work()
  const sync = await ok(testApp.call('POST', '/v1/insights/sync', {}, inProfile))
  await testApp.work()
  const comment = await inbox.find(externalId)
  if (!comment) throw new Error('the comment was not read')
  return {
    profile,
    inbox,
    account: inbox.account,
    post,
    importId: imported.id as string,
    media,
    webhook,
    delivery,
    link,
    invitation,
    approval,
    report,
    savedText,
    sync,
    comment,
    /** The IDs of the profile and of everything in it. */
    ids: [
      profile.id,
      inbox.account.id,
      post.id,
      post.targets[0].id,
      imported.id,
      media.id,
      webhook.id,
      delivery.id,
      link.id,
      invitation.id,
      approval.id,
      report.id,
      savedText.id,
      sync.id,
      comment.id,
    ] as string[],
  }
}

async function ok(call: ReturnType<TestApp['call']>) {
  const { status, body } = await call
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}
