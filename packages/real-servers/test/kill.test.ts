import { expect, inject, onTestFinished, test } from 'vitest'
import { serverPlatformValues } from '../../server/src/core/networks.ts'
import { freePort } from '../../server/src/start/ports.ts'
import { createTestDatabase, dropTestDatabase } from '../../server/test/database.ts'
import { markOf, uniqueText } from '../../server/test/platforms/conformance/author.ts'
import { type ServerProcess, startProcess } from '../../server/test/processes.ts'
import { type HeldWorld, holdableWorlds } from './held-worlds.ts'

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
  const headers = { cookie: cookie.join('; ') }
  const finished = await fetch(origin + back.pathname + back.search, {
    headers,
    redirect: 'manual',
  })
  const finishedText = await finished.text()
  if (!finished.headers.get('location')?.startsWith(redirectUrl)) {
    throw new Error(`not connected: ${finished.status} ${finishedText}`)
  }
  return (await call('GET', '/v1/accounts')).data[0].id
}

const worlds = holdableWorlds.filter(({ platform }) => serverPlatformValues.includes(platform))
/** The part of the thread whose commit has no response. */
const cases = worlds.flatMap((world) => [1, 2].map((part) => ({ ...world, part })))

test.each(cases)(
  'a process killed between the commit of part $part and its response → each part is on $platform once, in order',
  async ({ platform, part, open }) => {
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
    const post = await caller(first, key)('POST', '/v1/posts', {
      mode: 'now',
      text,
      thread: later.map((text) => ({ text })),
      targets: [{ account_id: accountId }],
    })
    await expect.poll(countCommits, takeover).toBe(part)
    await first.kill()
    expect(await countCommits()).toBe(part)
    await world.release()

    const second = await start()
    const readTarget = async () =>
      (await caller(second, key)('GET', `/v1/posts/${post.id}`)).targets[0]
    await expect.poll(async () => (await readTarget()).status, takeover).toBe('published')
    const { parts } = await readTarget()
    const ids: string[] = parts.map((each: { platform_post_id: string }) => each.platform_post_id)
    expect(ids).toHaveLength(3)
    expect(await findParts()).toEqual(
      ids.map((id, index) => ({ id, replyTo: ids[index - 1] ?? null })),
    )
  },
  180_000,
)
