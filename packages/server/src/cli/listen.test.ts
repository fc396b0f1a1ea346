import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { verifyWebhook } from '@postern/sdk/webhooks'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildProfile } from '../../test/build.ts'
import { emitComments } from '../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../test/receiver.ts'
import { useTestApp } from '../../test/test-app.ts'

const testApp = useTestApp({ listening: true })
let receiver: Receiver
let profile: { id: string }
beforeAll(async () => {
  receiver = await openReceiver()
  profile = await buildProfile(testApp)
})
const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  receiver.received.length = 0
  receiver.respondWith({ status: 200 })
})
afterAll(() => receiver.close())

/** Starts `postern listen`; the key is in the environment, as the documentation says. */
function start(args: string[], key = testApp.ownerKey) {
  const script = join(import.meta.dirname, '../../bin/postern.mjs')
  const child = spawn(
    process.execPath,
    [script, 'listen', '--forward-to', `${receiver.url}/local`, ...args],
    {
      env: { ...process.env, POSTERN_URL: testApp.ctx.config.publicUrl, POSTERN_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.add(child)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  let output = ''
  let wake = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
      wake()
    })
  }
  return {
    child,
    ended,
    output: () => output,
    /** Waits until the output matches. */
    until: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve
          }),
          ended.then(() => {
            throw new Error(`ended: ${output}`)
          }),
        ])
      }
    },
  }
}

/** Forwards connections to the test app until they are dropped. */
async function openConnections() {
  const sockets = new Set<Socket>()
  const port = Number(new URL(testApp.ctx.config.publicUrl).port)
  const server = createServer((from) => {
    const to = connect(port, 'localhost')
    for (const socket of [from, to]) {
      sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    }
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    server.close()
    drop()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, drop }
}

const textsReceived = () => receiver.received.map(({ json }) => json.data.text)

test('events are posted with the headers and signature of a delivery, and printed', async () => {
  const listener = start([])
  const [, secret] = await listener.until(/Signing secret: (whsec_\S+)/)
  await listener.until(/Ctrl-C/)
  receiver.respondWith({ status: 418 })
  await emitComments(testApp, profile, ['hello'])
  const [line] = await listener.until(/.*→ 418.*/)
  const [request] = receiver.received
  expect(line).toMatch(/^\d\d:\d\d:\d\d {2}comment\.created {6}[0-9a-f-]{36} → 418 {2}\d+ ms$/)
  expect(line).toContain(request!.json.id)
  expect(request!.path).toBe('/hooks/local')
  expect(request!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Postern-Webhooks/1',
    'service-event': 'comment.created',
    'service-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const header = String(request!.headers['service-signature'])
  const event = await verifyWebhook({ body: request!.body, signature: header, secret: secret! })
  expect(event).toMatchObject({ type: 'comment.created', data: { text: 'hello' } })
  expect(listener.output()).not.toContain(testApp.ownerKey!)
})

test('a listener that was killed and starts again after the last event misses nothing', async () => {
  const secret = 'whsec_of_my_machine'
  const first = start(['--secret', secret])
  await first.until(/Ctrl-C/)
  await emitComments(testApp, profile, ['before'])
  const [, last] = await first.until(/created +(\S+) → 200/)
  first.child.kill('SIGKILL')
  await first.ended
  const missed = Array.from({ length: 60 }, (_, index) => `missed ${index}`)
  await emitComments(testApp, profile, missed)
  receiver.received.length = 0
  const second = start(['--secret', secret, '--after', last!])
  await expect.poll(textsReceived).toEqual(expect.arrayContaining(missed))
  expect(second.output()).not.toContain(secret)
  const request = receiver.received.at(-1)!
  const header = String(request.headers['service-signature'])
  await verifyWebhook({ body: request.body, signature: header, secret })
})

test('a lost connection is opened again and no event is missed or sent twice', async () => {
  const connections = await openConnections()
  const listener = start(['--url', connections.url])
  await listener.until(/Ctrl-C/)
  await emitComments(testApp, profile, ['one'])
  await listener.until(/→ 200/)
  connections.drop()
  await listener.until(/Connection lost/)
  await emitComments(testApp, profile, ['two'])
  await listener.until(/Connected again/)
  await emitComments(testApp, profile, ['three'])
  await expect.poll(textsReceived).toEqual(['one', 'two', 'three'])
})

test('--types and --profile leave other events out', async () => {
  const other = await buildProfile(testApp, { external_id: 'only-this' })
  const listener = start(['--types', 'comment.created', '--profile', 'only-this'])
  await listener.until(/Ctrl-C/)
  await emitComments(testApp, profile, ['of another profile'])
  await emitComments(testApp, other, ['mine'])
  await listener.until(/→ 200/)
  expect(textsReceived()).toEqual(['mine'])
})

test('a refused local connection is printed and the next event is sent', async () => {
  const closed = await openReceiver()
  await closed.close()
  const listener = start(['--forward-to', closed.url])
  await listener.until(/Ctrl-C/)
  await emitComments(testApp, profile, ['one', 'two'])
  await listener.until(/→ ECONNREFUSED[^→]*→ ECONNREFUSED/)
})

test('Ctrl-C ends it with status 0', async () => {
  const listener = start([])
  await listener.until(/Ctrl-C/)
  listener.child.kill('SIGINT')
  expect(await listener.ended).toBe(0)
})

test('a wrong key ends it with status 1 and tells why, without the key', async () => {
  const key = `pst_owner_${'x'.repeat(43)}`
  const listener = start([], key)
  expect(await listener.ended).toBe(1)
  expect(listener.output()).toMatch(/^postern: Postern refused: /)
  expect(listener.output()).not.toContain(key)
})

test.each([
  ['--forward-to', 'ftp://localhost/hook'],
  ['--types', 'post.exploded'],
])('%s %s ends it with status 2', async (...args) => {
  const listener = start(args)
  expect(await listener.ended).toBe(2)
})
