import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../test/build.ts'
import {
  type DashboardBrowser,
  openDashboard,
  password,
  signInOwner,
  tokenOf,
} from '../../../test/dashboard.ts'
import { createTestDatabase, dropTestDatabase } from '../../../test/database.ts'
import { openTestApp, useTestApp } from '../../../test/test-app.ts'
import { authenticateSession } from '../../access/sessions.ts'
import { noteChange, openDatabase } from '../../database/open.ts'
import { createLog } from '../../telemetry/log.ts'
import { openStream } from './stream.ts'

const testApp = useTestApp()
let owner: DashboardBrowser
beforeAll(async () => {
  owner = await signInOwner(testApp)
})

const openStreams: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const stream of openStreams.splice(0)) await stream.close()
})

type Change = { topics: string[]; profile_id: string | null }

/** Reads a stream: `next` resolves with the next change, `isOver` at its end. */
function listen(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const read = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    if (!done) text += decoder.decode(value)
    return !done
  }
  const stream = {
    next: async (): Promise<Change> => {
      for (;;) {
        const match = /event: change\ndata: (.*)\n\n/.exec(text)
        if (match) {
          text = text.slice(match.index + match[0].length)
          return JSON.parse(match[1]!)
        }
        if (!(await read())) throw new Error('the stream ended')
      }
    },
    /** The text received so far, including comments and retry lines. */
    raw: async (): Promise<string> => {
      await read()
      return text
    },
    isOver: async (): Promise<boolean> => {
      while (await read());
      return true
    },
    close: () => reader.cancel(),
  }
  openStreams.push(stream)
  return stream
}

async function listenAs(visitor: DashboardBrowser, profile?: string) {
  const response = await testApp.app.request('/v1/live', {
    headers: { cookie: visitor.cookie()!, ...(profile ? { 'service-profile': profile } : {}) },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  return listen(response.body!)
}

async function addStaff(profileIds: string[]): Promise<{ visitor: DashboardBrowser; id: string }> {
  const member = await testApp.call('POST', '/v1/members', {
    name: 'Sam',
    email: `sam-${Math.random()}@example.com`,
    role: 'staff',
    profile_ids: profileIds,
  })
  const link = await testApp.call('POST', `/v1/members/${member.body.id}/sign-in-link`)
  const visitor = openDashboard(testApp)
  await visitor.call('POST', '/v1/session/redeem', { token: tokenOf(link.body.url), password })
  return { visitor, id: member.body.id }
}

describe('a stream', () => {
  test('sends one event for the changes of many concurrent requests', async () => {
    const stream = await listenAs(owner)
    const profile = await buildProfile(testApp)
    for (const text of ['a', 'b', 'c']) {
      await testApp.call('POST', '/v1/posts', { text }, { profile: profile.id })
    }
    expect(await stream.next()).toEqual({
      topics: ['profiles', 'posts'],
      profile_id: profile.id,
    })
  })

  test('sends changes made in the background', async () => {
    const profile = await buildProfile(testApp)
    const stream = await listenAs(owner, profile.id)
    await buildAccount(testApp, { profile_id: profile.id })
    expect(await stream.next()).toEqual({ topics: ['accounts'], profile_id: profile.id })
  })

  test('sends nothing of a transaction that was rolled back', async () => {
    const profile = await buildProfile(testApp)
    const stream = await listenAs(owner, profile.id)
    await expect(
      testApp.ctx.db.transact(async (tx) => {
        noteChange(tx, 'comments', { ownerId: testApp.ownerId, profileId: profile.id })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await testApp.call('POST', '/v1/posts', { text: 'x' }, { profile: profile.id })
    expect((await stream.next()).topics).toEqual(['posts'])
  })

  test('sends staff no changes of other profiles or of no profile', async () => {
    const [own, other] = [await buildProfile(testApp), await buildProfile(testApp)]
    const { visitor } = await addStaff([own.id])
    const stream = await listenAs(visitor)
    await testApp.call('POST', '/v1/posts', { text: 'x' }, { profile: other.id })
    await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'B' })
    await testApp.call('POST', '/v1/posts', { text: 'x' }, { profile: own.id })
    expect(await stream.next()).toEqual({ topics: ['posts'], profile_id: own.id })
  })

  test('ends for staff who lose a profile, before another event', async () => {
    const [one, two] = [await buildProfile(testApp), await buildProfile(testApp)]
    const { visitor, id } = await addStaff([one.id, two.id])
    const stream = await listenAs(visitor)
    await testApp.call('PATCH', `/v1/members/${id}`, { profile_ids: [one.id] })
    expect(await stream.isOver()).toBe(true)
  })

  test('ends when the session ends', async () => {
    const { visitor } = await addStaff([])
    const stream = await listenAs(visitor)
    await visitor.call('DELETE', '/v1/session')
    expect(await stream.isOver()).toBe(true)
  })

  test('ends at the next heartbeat after the session was deleted', async () => {
    const { visitor } = await addStaff([])
    const scope = await authenticateSession(
      testApp.ctx,
      visitor.cookie()!.split('=')[1]!,
      undefined,
    )
    const stream = listen(openStream(testApp.ctx, scope, { heartbeatMs: 20, onEnd: () => {} }))
    expect(await stream.raw()).toBe('retry: 2000\n\n')
    expect(await stream.raw()).toContain(': \n\n')
    await testApp.ctx.db.pool.query('delete from session where id = $1', [scope.sessionId])
    expect(await stream.isOver()).toBe(true)
  })

  test('is limited to ten per member; closing one allows another', async () => {
    const { visitor } = await addStaff([])
    const streams = []
    for (let count = 0; count < 10; count += 1) streams.push(await listenAs(visitor))
    const refused = await visitor.call('GET', '/v1/live')
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    await streams[0]!.close()
    await listenAs(visitor)
  })

  test('returns session_required for an API key', async () => {
    const response = await testApp.call('GET', '/v1/live')
    expect([response.status, response.body.error.code]).toEqual([403, 'session_required'])
  })

  test('HEAD opens no stream', async () => {
    const { visitor } = await addStaff([])
    for (let count = 0; count < 12; count += 1) {
      const response = await testApp.app.request('/v1/live', {
        method: 'HEAD',
        headers: { cookie: visitor.cookie()! },
      })
      expect(response.status).toBe(200)
    }
  })
})

test('changes of another process arrive, many in one notification', async () => {
  const { name, connection } = await createTestDatabase()
  const log = createLog({ level: 'silent' })
  const options = { connection, poolMax: 2, log, listen: true }
  const [here, there] = [openDatabase(options), openDatabase(options)]
  try {
    const listening = `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and query like 'listen %'`
    await expect.poll(async () => (await here.pool.query(listening)).rows[0].count).toBe(2)
    const received: unknown[] = []
    const next = new Promise<void>((resolve) => {
      here.changes.listen({
        notify: (changes) => {
          received.push(changes)
          resolve()
        },
        end: () => {},
      })
    })
    const change = { ownerId: 'own_1', profileId: 'prof_1' }
    for (let count = 0; count < 1_000; count += 1) there.changes.note('comments', change)
    there.changes.note('posts', change)
    await next
    expect(received).toEqual([[{ ...change, topics: ['comments', 'posts'] }]])
  } finally {
    await here.close()
    await there.close()
    await dropTestDatabase(name)
  }
})

test('all streams end when the process starts to stop, and new ones end immediately', async () => {
  const stoppingApp = await openTestApp()
  try {
    const visitor = await signInOwner(stoppingApp)
    const request = () =>
      stoppingApp.app.request('/v1/live', { headers: { cookie: visitor.cookie()! } })
    const stream = listen((await request()).body!)
    stoppingApp.ctx.db.changes.end()
    expect(await stream.isOver()).toBe(true)
    expect(await listen((await request()).body!).isOver()).toBe(true)
  } finally {
    await stoppingApp.close()
  }
})
