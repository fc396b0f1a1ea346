import sharp from 'sharp'
import { publish, upload } from '../scenario/actions.ts'
import { refused } from '../scenario/api.ts'
import { check, checkSame, say, step } from '../scenario/report.ts'
import { changeGrant, type Sandbox } from '../scenario/sandbox.ts'
import type { Accounts, Client, Demo } from './setup.ts'

const hourMs = 3_600_000

/** Posts are checked, published on two platforms, looked up, canceled, and fail. */
export async function publishPosts(demo: Demo, client: Client, accounts: Accounts): Promise<void> {
  const { api } = demo
  const { threads, instagram } = accounts
  const mediaId = await step(
    'An image is uploaded; its type is read from its content',
    async () => {
      const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
      const image = await sharp({ create: bread }).jpeg().toBuffer()
      const media = await upload(api, client.profile.id, image)
      checkSame(
        [media.type, media.mime_type, media.width, media.status],
        ['image', 'image/jpeg', 1080, 'ready'],
        'an image of 1080 pixels, whatever its file is called',
      )
      return media.id
    },
  )
  await step('A dry run says what each platform would refuse', async () => {
    const validation = await api.posts.validate({
      text: 'x'.repeat(501),
      media: [{ id: mediaId }],
      targets: [{ account_id: threads.id }, { account_id: instagram.id }],
    })
    const [first, second] = validation.targets
    const { code, limit, actual } = first!.errors[0]!
    checkSame([code, limit, actual], ['text_too_long', 500, 501], 'too long for Threads')
    checkSame(second!.valid, true, 'and fine for Instagram')
  })
  await publishOnTwo(demo, client, accounts, mediaId)
  await step(
    'The platform publishes and answers 500: it is looked up, not sent again',
    async () => {
      const fault = { platform: 'threads', match: 'publish', kind: 'after_accepting_500' }
      await demo.sandbox('POST', '/control/faults', fault)
      const text = `Looked up ${demo.externalId}`
      const { id } = await publish(api, [threads], { text })
      await demo.receiver.wait(client.hook, 'post.published', ({ data }) => data.post_id === id)
      checkSame(await timesOnPlatform(demo.sandbox, text), 1, 'the platform has it once')
    },
  )
  await refuseMove(demo, client, accounts)
  await step('A permission is taken back: the post fails, and says why', async () => {
    const permission = 'threads_content_publish'
    await changeGrant(demo.sandbox, threads, 'remove-permission', { permission })
    const { id, status } = await publish(api, [threads], { text: `Fails ${demo.externalId}` })
    const { event } = await demo.receiver.wait(client.hook, 'post.failed', ({ data }) => {
      return data.post_id === id
    })
    say(`       ${event.data.error_code}: ${event.data.error_message}`)
    checkSame(event.data.error_code, 'permission_missing', 'the event names the reason')
    checkSame(status, 'failed', 'the post has failed')
  })
}

async function publishOnTwo(
  { api, receiver, sandbox, externalId }: Demo,
  { hook }: Client,
  { threads, instagram }: Accounts,
  mediaId: string,
): Promise<void> {
  await step('An image is published on two platforms, with another text on one', async () => {
    const text = `Fresh bread ${externalId}`
    const post = await publish(api, [], {
      text,
      media: [{ id: mediaId, alt_text: 'A loaf' }],
      targets: [{ account_id: threads.id }, { account_id: instagram.id, text: `${text} #bakery` }],
    })
    checkSame(post.status, 'published', 'the post is published')
    for (const { id } of post.targets) {
      const { event } = await receiver.wait(hook, 'post.published', ({ data }) => {
        return data.target_id === id
      })
      const { platform, permalink } = event.data
      check(permalink.startsWith('http'), `the event carries the address on ${platform}`)
    }
    checkSame(await timesOnPlatform(sandbox, text), 1, 'once on Threads')
    checkSame(await timesOnPlatform(sandbox, `${text} #bakery`), 1, 'once on Instagram')
  })
}

async function refuseMove(demo: Demo, client: Client, { threads }: Accounts): Promise<void> {
  const { api, externalId } = demo
  await step(
    'A scheduled post holds its account in the profile, until it is canceled',
    async () => {
      const post = await api.posts.create({
        text: `Later ${externalId}`,
        scheduled_at: new Date(Date.now() + hourMs).toISOString(),
        targets: [{ account_id: threads.id }],
      })
      const other = { name: 'Elsewhere', external_id: `${externalId}-elsewhere` }
      const { id: profile_id } = await api.profiles.create(other)
      demo.atEnd(() => api.profiles.delete(profile_id))
      const move = api.accounts.move(threads.id, { profile_id })
      const { details } = await refused(409, 'account_has_scheduled_posts', move)
      say(`       ${details[0]?.message}`)
      checkSame((await api.posts.cancel(post.id)).status, 'canceled', 'it had not started')
      await demo.receiver.wait(client.hook, 'post.canceled', ({ data }) => {
        return data.post_id === post.id
      })
      for (const id of [profile_id, client.profile.id]) {
        const moved = await api.accounts.move(threads.id, { profile_id: id })
        checkSame(moved.profile_id, id, 'the account moves')
      }
    },
  )
}

async function timesOnPlatform(sandbox: Sandbox, text: string): Promise<number> {
  type SandboxPost = { text: string; parent_id: string | null }
  const { data } = await sandbox<{ data: SandboxPost[] }>('GET', '/control/posts?limit=1000')
  return data.filter((post) => post.text === text && post.parent_id === null).length
}
