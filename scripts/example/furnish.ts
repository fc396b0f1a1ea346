import { type Api, openApi, uploadImage } from '../demo/api.ts'
import { type Control, grantOf, openControl } from '../demo/control.ts'
import type { DemoInstance } from '../demo/instance.ts'
import { openReceiver } from '../demo/receiver.ts'
import { StepFailed, step } from '../demo/report.ts'
import type { Account, Comment, List, Post, Profile, Webhook } from '../demo/wire.ts'
import {
  clients,
  type EarlierPost,
  type ExampleClient,
  type ExampleComment,
  type ExamplePost,
  type Platform,
} from './clients.ts'
import { connectAccount, until, untilOver, untilRead } from './owner.ts'
import { accountOf, findPerson, loginOf } from './people.ts'
import { drawPicture } from './picture.ts'

const dayMs = 86_400_000
const publishPermission = 'instagram_business_content_publish'

type Place = {
  api: Api
  control: Control
  sandboxUrl: string
  /** Where the clients come back to. */
  origin: string
}

/**
 * Gives the instance clients with accounts, posts, comments, figures and a webhook endpoint, so that
 * there is something to look at. A client that is there already stays as it is. Answers how many were
 * added.
 */
export async function addExample(instance: DemoInstance): Promise<number> {
  const api = openApi(instance.url, instance.ownerKey)
  const control = openControl(instance.sandboxUrl)
  const application = await openReceiver()
  const { origin } = application
  const place = { api, control, sandboxUrl: instance.sandboxUrl, origin }
  const registered = await api.call<{ id: string }>('POST', '/v1/connect/redirect-origins', {
    body: { origin },
    expect: 201,
  })
  try {
    let added = 0
    for (const client of clients) {
      const body = { name: client.name, external_id: client.externalId }
      const { status } = await api.call<Profile>('POST', '/v1/profiles', {
        body,
        expect: [200, 201],
      })
      if (status === 200) continue
      await step(client.name, () => addClient(place, client))
      added += 1
    }
    return added
  } finally {
    await api.call('DELETE', `/v1/connect/redirect-origins/${registered.body.id}`, { expect: 200 })
    await application.close()
  }
}

/** Deletes the example's profiles with everything in them; answers how many there were. */
export async function removeExample(instance: DemoInstance): Promise<number> {
  const api = openApi(instance.url, instance.ownerKey)
  let removed = 0
  for (const { externalId } of clients) {
    const path = `/v1/profiles/${externalId}`
    const { status } = await api.call('GET', path, { expect: [200, 404] })
    if (status === 404) continue
    await api.call('DELETE', path, { expect: 202 })
    removed += 1
  }
  return removed
}

async function addClient(place: Place, client: ExampleClient): Promise<void> {
  const { api, control } = place
  await addEndpoint(place, client)
  const person = await findPerson(control, client)
  const accounts = new Map<Platform, Account>()
  for (const platform of Object.keys(client.accounts) as Platform[]) {
    const login = loginOf(person, platform)
    accounts.set(
      platform,
      await connectAccount(api, place.origin, client.externalId, platform, login.id),
    )
  }
  for (const earlier of client.earlier) {
    const there = accountOf(person, earlier.on).id
    await addEarlier(place, earlier, there, accounts.get(earlier.on)!)
  }
  const last = client.posts.at(-1)
  for (const post of client.posts) {
    if (post === last && client.trouble === 'permission') await takePermission(place, accounts)
    await addPost(place, client, post, accounts)
  }
  await readFigures(place, client)
  if (client.trouble === 'access') await endAccess(place, accounts.get('threads')!)
}

/** Its webhooks go to an inbox of the sandbox, which judges their signatures. */
async function addEndpoint({ api, sandboxUrl }: Place, { externalId }: ExampleClient) {
  const url = `${sandboxUrl}/inbox/${externalId}`
  const { body } = await api.call<Webhook & { secret: string }>('POST', '/v1/webhooks', {
    body: { url, events: ['*'], profile_id: externalId },
    expect: 201,
  })
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: body.secret }),
    signal: AbortSignal.timeout(15_000),
  })
  if (!response.ok) throw new StepFailed(`the sandbox's inbox: ${await response.text()}`)
}

async function addEarlier(
  { api, control }: Place,
  { text, hoursAgo, comments, on }: EarlierPost,
  platformAccountId: string,
  account: Account,
): Promise<void> {
  const media = on === 'instagram' ? { media_type: 'IMAGE' } : {}
  const post = await control<{ id: string }>('POST', '/posts', {
    account: platformAccountId,
    text,
    hours_ago: hoursAgo,
    ...media,
  })
  for (const { author, text, hoursAgo } of comments) {
    const comment = { post: post.id, author, text, hours_ago: hoursAgo, webhook: true }
    await control('POST', '/comments', comment)
  }
  for (const comment of comments) await deal(api, account, comment)
}

async function deal(api: Api, account: Account, { text, answer }: ExampleComment): Promise<void> {
  const path = `/v1/comments/${(await untilRead(api, account.id, text)).id}`
  if (!answer) return
  if ('reply' in answer) {
    await api.call('POST', `${path}/reply`, { body: { text: answer.reply }, expect: 201 })
  } else if ('hide' in answer) {
    await api.call('POST', `${path}/hide`, { body: { hidden: true }, expect: 200 })
    await api.call('PATCH', path, { body: { reply_status: 'no_reply_needed' }, expect: 200 })
  } else {
    await api.call('PATCH', path, { body: answer, expect: 200 })
  }
}

async function addPost(
  { api }: Place,
  { externalId: profile }: ExampleClient,
  { text, on, picture, when }: ExamplePost,
  accounts: Map<Platform, Account>,
): Promise<void> {
  const image = picture && (await uploadImage(api, profile, await drawPicture(picture)))
  const media = image ? [{ id: image.id }] : []
  const { body } = await api.call<Post>('POST', '/v1/posts', {
    body: {
      text,
      media,
      targets: on.map((platform) => ({ account_id: accounts.get(platform)!.id })),
      ...(typeof when === 'string'
        ? { mode: when }
        : { scheduled_at: timeIn(when.inDays, when.at) }),
    },
    profile,
    expect: 201,
  })
  if (when === 'now') await untilOver(api, body.id)
}

/** That time of the day in UTC, so many days from now. */
function timeIn(days: number, at: string): string {
  return `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T${at}:00.000Z`
}

async function takePermission({ control }: Place, accounts: Map<Platform, Account>) {
  const { id } = await grantOf(control, 'instagram', accounts.get('instagram')!.username)
  await control('POST', `/grants/${id}/remove-permission`, { permission: publishPermission })
}

async function readFigures({ api }: Place, { externalId: profile }: ExampleClient) {
  const { body } = await api.call<{ id: string }>('POST', '/v1/insights/sync', {
    body: {},
    profile,
    expect: 202,
  })
  await until('the figures to be read', async () => {
    const path = `/v1/insights/syncs/${body.id}`
    const { status } = (await api.call<{ status: string }>('GET', path, { expect: 200 })).body
    return status === 'running' ? null : status
  })
}

/** The next call of ours finds out: a reply that is refused. */
async function endAccess({ api, control }: Place, account: Account) {
  const { id } = await grantOf(control, 'threads', account.username)
  await control('POST', `/grants/${id}/password-change`, {})
  const list = `/v1/comments?account_id=${account.id}`
  const { body } = await api.call<List<Comment>>('GET', list, { expect: 200 })
  await api.call('POST', `/v1/comments/${body.data[0]!.id}/reply`, {
    body: { text: 'ありがとうございます！' },
    expect: 422,
  })
}
