import sharp from 'sharp'
import { uploadImage } from './api.ts'
import { type Client, connect, openClient } from './client.ts'
import { grantOf } from './control.ts'
import { check, checkSame, say, step } from './report.ts'
import type { Journey } from './scenario.ts'
import type { Account, ErrorBody, Post, PostValidation } from './wire.ts'

type Accounts = { threads: Account; instagram: Account }
type SandboxPost = { id: string; text: string; parent_id: string | null }

const hour = 3_600_000

/** A post on its way: checked, published on two platforms, looked up, refused, canceled. */
export async function runPostsJourney(journey: Journey, sandboxUrl: string): Promise<void> {
  const client = await openClient(journey, sandboxUrl, {
    title: 'A client who publishes, with an endpoint for its posts',
    name: 'posts',
    person: 'Paula',
    events: ['post.published', 'post.failed', 'post.canceled'],
  })
  const accounts = await step('The client connects Threads and Instagram', async () => ({
    threads: await connect(client, 'threads'),
    instagram: await connect(client, 'instagram'),
  }))
  const mediaId = await step(
    'An image is uploaded; its type is read from its content',
    async () => {
      const bread = { width: 1080, height: 1080, channels: 3, background: '#c96' } as const
      const { api, externalId: profile } = client.journey
      const bytes = await sharp({ create: bread }).jpeg().toBuffer()
      const show = ['id', 'type', 'mime_type', 'width', 'height', 'size']
      const media = await uploadImage(api, profile, bytes, { show })
      checkSame(
        [media.type, media.mime_type, media.width, media.status],
        ['image', 'image/jpeg', 1080, 'ready'],
        'an image of 1080 pixels, whatever its file is called',
      )
      return media.id
    },
  )
  await validate(client, accounts, mediaId)
  await publishOnTwo(client, accounts, mediaId)
  await lookUp(client, accounts)
  await refuseMove(client, accounts)
  await fail(client, accounts)
}

async function validate(client: Client, accounts: Accounts, mediaId: string): Promise<void> {
  await step('A dry run says what each platform would refuse', async () => {
    const { body } = await client.journey.api.call<PostValidation>('POST', '/v1/posts/validate', {
      body: {
        text: 'x'.repeat(501),
        media: [{ id: mediaId }],
        targets: [{ account_id: accounts.threads.id }, { account_id: accounts.instagram.id }],
      },
      expect: 200,
      show: ['valid', 'targets.0.errors.0.message'],
    })
    const [threads, instagram] = body.targets
    const { code, limit, actual } = threads!.errors[0]!
    checkSame([code, limit, actual], ['text_too_long', 500, 501], 'too long for Threads')
    checkSame(instagram!.valid, true, 'and fine for Instagram')
  })
}

async function publishOnTwo(client: Client, accounts: Accounts, mediaId: string): Promise<void> {
  const { api } = client.journey
  await step('An image is published on two platforms, with a text of its own on one', async () => {
    const text = `Fresh bread ${client.journey.externalId}`
    const { body } = await api.call<Post>('POST', '/v1/posts', {
      body: {
        mode: 'now',
        text,
        media: [{ id: mediaId, alt_text: 'A loaf' }],
        targets: [
          { account_id: accounts.threads.id },
          { account_id: accounts.instagram.id, text: `${text} #bakery` },
        ],
      },
      expect: 201,
      show: ['id', 'status'],
    })
    for (const { id, platform } of body.targets) {
      const { event } = await waitFor(client, 'post.published', id, `on ${platform}`)
      check(String(event.data.permalink).startsWith('http'), 'the event carries its address')
    }
    const after = await api.call<Post>('GET', `/v1/posts/${body.id}`, {
      expect: 200,
      show: ['status', 'targets.0.permalink', 'targets.1.permalink'],
    })
    checkSame(after.body.status, 'published', 'the post is published')
    checkSame((await onPlatform(client, text)).length, 1, 'once on Threads')
    checkSame((await onPlatform(client, `${text} #bakery`)).length, 1, 'once on Instagram')
  })
}

async function lookUp(client: Client, accounts: Accounts): Promise<void> {
  await step(
    'The platform publishes and answers 500: it is looked up, not sent again',
    async () => {
      const fault = { platform: 'threads', match: 'publish', kind: 'after_accepting_500' }
      await client.control('POST', '/faults', fault)
      const text = `Looked up ${client.journey.externalId}`
      const post = await publishText(client, accounts.threads, text)
      await waitFor(client, 'post.published', post.targets[0]!.id, 'after a look at the account')
      checkSame((await onPlatform(client, text)).length, 1, 'the platform has it once')
    },
  )
}

async function refuseMove(client: Client, accounts: Accounts): Promise<void> {
  const { api, externalId } = client.journey
  await step(
    'A scheduled post holds its account in the profile, until it is canceled',
    async () => {
      const scheduledAt = new Date(Date.now() + hour).toISOString()
      const { body: post } = await api.call<Post>('POST', '/v1/posts', {
        body: {
          text: `Later ${externalId}`,
          scheduled_at: scheduledAt,
          targets: [{ account_id: accounts.threads.id }],
        },
        expect: 201,
        show: ['id', 'status', 'scheduled_at'],
      })
      const move = `/v1/accounts/${accounts.threads.id}/move`
      const { body: profile } = await api.call<{ id: string }>('POST', '/v1/profiles', {
        body: { name: 'Elsewhere', external_id: `${externalId}-elsewhere` },
        expect: 201,
      })
      client.journey.atEnd(() =>
        api.call('DELETE', `/v1/profiles/${profile.id}`, { expect: [202, 404] }),
      )
      const refused = await api.call<ErrorBody>('POST', move, {
        body: { profile_id: profile.id },
        expect: 409,
        show: ['error.code', 'error.details.0.count', 'error.details.0.next_scheduled_at'],
      })
      checkSame(refused.body.error.code, 'account_has_scheduled_posts', 'the move is refused')
      const canceled = await api.call<Post>('DELETE', `/v1/posts/${post.id}`, {
        expect: 200,
        show: ['status'],
      })
      checkSame(canceled.body.status, 'canceled', 'canceled, as it had not begun')
      await waitFor(client, 'post.canceled', post.targets[0]!.id, 'for its target')
      for (const id of [profile.id, client.profile.id]) {
        const body = { profile_id: id }
        await api.call('POST', move, { body, expect: 200, show: ['profile_id'] })
      }
    },
  )
}

/** The client takes a permission back in the platform's own settings. */
async function fail(client: Client, accounts: Accounts): Promise<void> {
  await step('A permission is taken back: the post fails, and says why', async () => {
    const grant = await grantOf(client.control, 'threads', client.at.threads.username)
    const permission = 'threads_content_publish'
    await client.control('POST', `/grants/${grant.id}/remove-permission`, { permission })
    const post = await publishText(client, accounts.threads, `Fails ${client.journey.externalId}`)
    const { event } = await waitFor(client, 'post.failed', post.targets[0]!.id, 'for its target')
    say(`       ${event.data.error_code}: ${event.data.error_message}`)
    checkSame(event.data.error_code, 'permission_missing', 'the event names the reason')
    const after = await client.journey.api.call<Post>('GET', `/v1/posts/${post.id}`, {
      expect: 200,
      show: ['status', 'targets.0.error.code', 'targets.0.error.source'],
    })
    checkSame(after.body.status, 'failed', 'and so does the post')
  })
}

async function publishText(client: Client, account: Account, text: string): Promise<Post> {
  const { body } = await client.journey.api.call<Post>('POST', '/v1/posts', {
    body: { mode: 'now', text, targets: [{ account_id: account.id }] },
    expect: 201,
    show: ['id', 'status'],
  })
  return body
}

async function waitFor(client: Client, type: string, targetId: string, words: string) {
  return await client.journey.receiver.wait(`${type} ${words}`, ({ path, event }) => {
    return path === client.hook && event.type === type && event.data.target_id === targetId
  })
}

async function onPlatform(client: Client, text: string): Promise<SandboxPost[]> {
  const { data } = await client.control<{ data: SandboxPost[] }>('GET', '/posts?limit=1000')
  return data.filter((post) => post.text === text && post.parent_id === null)
}
