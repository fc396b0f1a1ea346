import { expect, inject, onTestFinished, test } from 'vitest'
import { serverPlatformValues } from '../../server/src/core/networks.ts'
import type { Post } from '../../server/src/schemas/post.ts'
import { freePort } from '../../server/src/start/ports.ts'
import { createTestDatabase, dropTestDatabase } from '../../server/test/database.ts'
import { markOf, uniqueText } from '../../server/test/platforms/conformance/author.ts'
import { type ServerProcess, startProcess } from '../../server/test/processes.ts'
import { bluesky, type HeldWorld, type HoldableWorld, mastodon, wordpress } from './held-worlds.ts'

const firstPort = 4_800
const redirectUrl = 'https://app.example.com/connected'
const takeover = { timeout: 60_000, interval: 200 }

/** Calls the API of the process; throws for an error. */
function caller({ url }: ServerProcess, key: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

type Call = ReturnType<typeof caller>

/** Connects an account through the hosted form; returns its id. */
async function connect(call: Call, platform: string, world: HeldWorld): Promise<string> {
  await call('POST', '/v1/connect/redirect-origins', { origin: new URL(redirectUrl).origin })
  const profile = await call('POST', '/v1/profiles', { name: 'Kill' })
  const link = await call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: redirectUrl,
  })
  const { origin, pathname } = new URL(link.url)
  const started = await fetch(`${origin}${pathname}/${platform}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ server: world.entered }),
    redirect: 'manual',
  })
  // A body that is not read keeps its connection open.
  const startedText = await started.text()
  const cookie = started.headers.getSetCookie().map((each) => each.split(';')[0]!)
  const authorizeUrl = started.headers.get('location')
  if (!authorizeUrl) throw new Error(`no redirect: ${started.status} ${startedText}`)
  const back = new URL(await world.decide(authorizeUrl, 'allow'))
  const visit = (path: string) =>
    fetch(origin + path, { headers: { cookie: cookie.join('; ') }, redirect: 'manual' })
  let finished = await visit(back.pathname + back.search)
  let finishedText = await finished.text()
  // A callback with a lasting secret leads to the same path without it.
  const again = finished.headers.get('location')
  if (again?.startsWith(back.pathname)) {
    finished = await visit(again)
    finishedText = await finished.text()
  }
  if (!finished.headers.get('location')?.startsWith(redirectUrl)) {
    throw new Error(`not connected: ${finished.status} ${finishedText}`)
  }
  return (await call('GET', '/v1/accounts')).data[0].id
}

/** A process at which the account is connected, and how to start the one that takes over. */
async function openConnected({ platform, open }: HoldableWorld) {
  const world = await open()
  onTestFinished(() => world.close())
  const database = await createTestDatabase()
  onTestFinished(() => dropTestDatabase(database.name))
  const { host, port: socket, user, password } = inject('postgres')
  const query = new URLSearchParams({ host, port: String(socket) })
  const databaseUrl = `postgresql://${user}:${password}@localhost/${database.name}?${query}`
  const start = async () => {
    const port = await freePort(firstPort)
    const server = await startProcess({ role: 'all', databaseUrl, port, env: world.env })
    onTestFinished(() => server.kill())
    return server
  }
  const first = await start()
  const key = /Owner key \(shown once\): (\S+)/.exec(first.output())![1]!
  const accountId = await connect(caller(first, key), platform, world)
  return {
    world,
    publish: (content: object): Promise<Post> =>
      caller(first, key)('POST', '/v1/posts', {
        mode: 'now',
        targets: [{ account_id: accountId }],
        ...content,
      }),
    killFirst: () => first.kill(),
    /** Another process publishes the rest. */
    takeOver: async ({ id }: Post): Promise<Post['targets'][0]> => {
      const second = await start()
      const read = async () => (await caller(second, key)('GET', `/v1/posts/${id}`)).targets[0]
      await expect.poll(async () => (await read()).status, takeover).toBe('published')
      return await read()
    },
  }
}

const worlds = [bluesky, mastodon].filter(({ platform }) => serverPlatformValues.includes(platform))
/** The part of the thread whose commit has no response. */
const cases = worlds.flatMap((world) => [1, 2].map((part) => ({ ...world, part })))

test.each(cases)(
  'a process killed between the commit of part $part and its response → each part is on $platform once, in order',
  async ({ part, ...holdable }) => {
    const { world, publish, killFirst, takeOver } = await openConnected(holdable)
    const [text, ...later] = ['One', 'Two', 'Three'].map(uniqueText) as [string, ...string[]]
    /** The parts on the network; those after the first with the one that they answer. */
    const findParts = async () => {
      const roots = await world.findPosts(markOf(text))
      const replies = await Promise.all(
        later.map((each) => (roots[0] ? world.findReplies(roots[0], markOf(each)) : [])),
      )
      return [...roots, ...replies.flat()].map(({ id, replyTo }) => ({ id, replyTo }))
    }
    const countCommits = async () => {
      const f = await findParts()
      return f.length
    }
    await world.hold(part)
    const post = await publish({ text, thread: later.map((text) => ({ text })) })
    await expect.poll(countCommits, takeover).toBe(part)
    await killFirst()
    expect(await countCommits()).toBe(part)
    await world.release()

    const { parts } = await takeOver(post)
    const ids = parts.map(({ platform_post_id }) => platform_post_id)
    expect(ids).toHaveLength(3)
    expect(await findParts()).toEqual(
      ids.map((id, index) => ({ id, replyTo: ids[index - 1] ?? null })),
    )
  },
  180_000,
)

test.each([
  { step: 'creation of the draft', request: 1, isPublic: false },
  { step: 'commit', request: 2, isPublic: true },
])(
  'a process killed between the $step and its response → the post is on wordpress once, and no draft is left',
  async ({ request, isPublic }) => {
    const { world, publish, killFirst, takeOver } = await openConnected(wordpress)
    const text = uniqueText('Rye')
    const count = async () => ({
      public: (await world.findPosts(markOf(text))).length,
      drafts: (await world.findDrafts!(markOf(text))).length,
    })
    await world.hold(request)
    const post = await publish({ text })
    await expect
      .poll(count, takeover)
      .toEqual(isPublic ? { public: 1, drafts: 0 } : { public: 0, drafts: 1 })
    await killFirst()
    await world.release()

    const { platform_post_id } = await takeOver(post)
    expect(await world.findPosts(markOf(text))).toMatchObject([{ id: platform_post_id }])
    expect(await count()).toEqual({ public: 1, drafts: 0 })
  },
  180_000,
)
