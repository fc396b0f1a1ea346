import sharp from 'sharp'
import { publish, upload } from '../scenario/actions.ts'
import { expectError } from '../scenario/api.ts'
import { print, step, verify, verifyEqual } from '../scenario/report.ts'
import { changeGrant, type Sandbox } from '../scenario/sandbox.ts'
import type { Accounts, Client, Demo } from './setup.ts'

const hourMs = 3_600_000

/** Validates, publishes and cancels posts, with a lost response and a failure. */
export async function publishPosts(demo: Demo, client: Client, accounts: Accounts): Promise<void> {
  const { api } = demo
  const { threads, instagram } = accounts
  const mediaId = await step(
    'An image is uploaded, and its type detected from its content',
    async () => {
      const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
      const image = await sharp({ create: bread }).jpeg().toBuffer()
      const media = await upload(api, client.profile.id, image)
      verifyEqual(
        [media.type, media.mime_type, media.width, media.status],
        ['image', 'image/jpeg', 1080, 'ready'],
        'it is a JPEG of 1080 pixels',
      )
      return media.id
    },
  )
  await step('Validation returns the errors of each platform', async () => {
    const validation = await api.posts.validate({
      text: 'x'.repeat(501),
      media: [{ id: mediaId }],
      targets: [{ account_id: threads.id }, { account_id: instagram.id }],
    })
    const [first, second] = validation.targets
    const { code, limit, actual } = first!.errors[0]!
    verifyEqual(
      [code, limit, actual],
      ['text_bytes_too_long', 500, 501],
      'the text is too long for Threads',
    )
    verifyEqual(second!.valid, true, 'it is valid for Instagram')
  })
  await publishOnTwoPlatforms(demo, client, accounts, mediaId)
  await publishThread(demo, accounts, mediaId)
  await step(
    'The platform publishes but returns 500: the post is searched, not sent again',
    async () => {
      const fault = { platform: 'threads', match: 'publish', kind: 'after_accepting_500' }
      await demo.sandbox('POST', '/control/faults', fault)
      const text = `Searched ${demo.externalId}`
      const { id } = await publish(api, [threads], { text })
      await demo.receiver.wait(client.hook, 'post.published', ({ data }) => data.post_id === id)
      verifyEqual(await countOnPlatform(demo.sandbox, text), 1, 'the post is on the platform once')
    },
  )
  await blockMove(demo, client, accounts)
  await step('The client withdraws a permission: the post fails with the reason', async () => {
    const permission = 'threads_content_publish'
    await changeGrant(demo.sandbox, threads, 'remove-permission', { permission })
    const { id, status } = await publish(api, [threads], { text: `Fails ${demo.externalId}` })
    const { event } = await demo.receiver.wait(client.hook, 'post.failed', ({ data }) => {
      return data.post_id === id
    })
    print(`       ${event.data.error_code}: ${event.data.error_message}`)
    verifyEqual(event.data.error_code, 'permission_missing', 'the event has the reason')
    verifyEqual(status, 'failed', 'the post has failed')
  })
}

async function publishThread(
  { api, externalId }: Demo,
  { threads, instagram }: Accounts,
  mediaId: string,
): Promise<void> {
  await step('A thread is published part by part, and as one post without threads', async () => {
    const { targets } = await publish(api, [threads, instagram], {
      text: `Rye bread in three steps ${externalId}`,
      media: [{ id: mediaId }],
      thread: [{ text: 'In the evening, we feed the sourdough.' }, { text: 'At five, we bake.' }],
      thread_fallback: 'join',
    })
    const partCounts = targets.map(({ parts }) => parts.length)
    verifyEqual(partCounts, [3, 1], 'Threads has three parts, Instagram has one post')
  })
}

async function publishOnTwoPlatforms(
  { api, receiver, sandbox, externalId }: Demo,
  { hook }: Client,
  { threads, instagram }: Accounts,
  mediaId: string,
): Promise<void> {
  await step('An image is published on two platforms, with a different text on one', async () => {
    const text = `Fresh bread ${externalId}`
    const post = await publish(api, [], {
      text,
      media: [{ id: mediaId, alt_text: 'A loaf' }],
      targets: [{ account_id: threads.id }, { account_id: instagram.id, text: `${text} #bakery` }],
    })
    verifyEqual(post.status, 'published', 'the post is published')
    for (const { id } of post.targets) {
      const { event } = await receiver.wait(hook, 'post.published', ({ data }) => {
        return data.target_id === id
      })
      const { platform, permalink } = event.data
      verify(permalink.startsWith('http'), `the event has the URL on ${platform}`)
    }
    verifyEqual(await countOnPlatform(sandbox, text), 1, 'it is on Threads once')
    verifyEqual(await countOnPlatform(sandbox, `${text} #bakery`), 1, 'it is on Instagram once')
  })
}

async function blockMove(demo: Demo, client: Client, { threads }: Accounts): Promise<void> {
  const { api, externalId } = demo
  await step(
    'An account with a scheduled post can be moved after the post is canceled',
    async () => {
      const post = await api.posts.create({
        text: `Later ${externalId}`,
        scheduled_at: new Date(Date.now() + hourMs).toISOString(),
        targets: [{ account_id: threads.id }],
      })
      const otherProfile = { name: 'Elsewhere', external_id: `${externalId}-elsewhere` }
      const { id: profile_id } = await api.profiles.create(otherProfile)
      demo.onEnd(() => api.profiles.delete(profile_id))
      const move = api.accounts.move(threads.id, { profile_id })
      const { details } = await expectError(409, 'account_has_scheduled_posts', move)
      print(`       ${details[0]?.message}`)
      verifyEqual((await api.posts.cancel(post.id)).status, 'canceled', 'the post is canceled')
      await demo.receiver.wait(client.hook, 'post.canceled', ({ data }) => {
        return data.post_id === post.id
      })
      for (const id of [profile_id, client.profile.id]) {
        const moved = await api.accounts.move(threads.id, { profile_id: id })
        verifyEqual(moved.profile_id, id, 'the account moves')
      }
    },
  )
}

async function countOnPlatform(sandbox: Sandbox, text: string): Promise<number> {
  type SandboxPost = { text: string; parent_id: string | null }
  const { data } = await sandbox<{ data: SandboxPost[] }>('GET', '/control/posts?limit=1000')
  return data.filter((post) => post.text === text && post.parent_id === null).length
}
