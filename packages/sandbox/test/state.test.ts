import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../src/sandbox.ts'
import { connect, openSandbox } from './client.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('state: tokens, posts, media and the clock survive a restart', async () => {
  const stateFile = join(folder(), 'state.json')
  const first = await openSandbox({ stateFile })
  const token = await connect(first, 'threads')
  await first.control('POST', '/clock', { advance_seconds: 5000 })
  await first
    .control('POST', '/posts', {
      account: 'threads:anna.bakes',
      text: 'Kept',
      media_url: `${first.url}/pictures/x`,
    })
    .catch(() => null)
  await first.control('POST', '/posts', { account: 'threads:anna.bakes', text: 'Kept' })
  await first.sandbox.close()
  const second = createSandbox({ stateFile })
  const { url } = await second.listen(0)
  const list = await fetch(`${url}/threads/graph/v1.0/me/threads?fields=text&access_token=${token}`)
  expect(await list.json()).toMatchObject({ data: [{ text: 'Kept' }] })
  expect(second.clock.offsetMs()).toBe(5_000_000)
  await second.close()
})

test('state: an unreadable file is renamed and reported', () => {
  const path = folder()
  const stateFile = join(path, 'state.json')
  writeFileSync(stateFile, '{"version":1,"tables":{"people":[{')
  const sandbox = createSandbox({ stateFile })
  expect(sandbox.warning).toMatch(/could not be read .* moved to /)
  expect(sandbox.state.people.size).toBe(3)
  const [brokenFile] = readdirSync(path).filter((name) => name.includes('.broken-'))
  expect(readFileSync(join(path, brokenFile ?? ''), 'utf8')).toContain('"people":[{')
})

test('state: two sandboxes in one process share no state', async () => {
  const [one, two] = await Promise.all([openSandbox(), openSandbox()])
  const token = await connect(one, 'threads')
  expect((await one.call(`/threads/graph/me?access_token=${token}`)).status).toBe(200)
  expect((await two.call(`/threads/graph/me?access_token=${token}`)).status).toBe(400)
})

type Ready = { type: string; url: string; port: number }

function start(args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ready = new Promise<Ready>((resolve) =>
    child.once('message', (message) => resolve(message as Ready)),
  )
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ready, exit }
}

test('main: uses the next free port, reports it to its parent and exits with it', async () => {
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void blocker.close())
  const { port } = blocker.address() as AddressInfo
  const { child, ready, exit } = start(['--port', String(port)])
  const message = await ready
  expect(message).toMatchObject({ type: 'ready' })
  expect(message.port).toBeGreaterThan(port)
  expect((await fetch(`${message.url}/health`)).status).toBe(200)
  child.disconnect()
  expect(await exit).toBe(0)
})

test('main: SIGTERM saves the state before the process exits', async () => {
  const stateFile = join(folder(), 'state.json')
  const { child, ready, exit } = start(['--port', '0', '--state', stateFile])
  const { url } = await ready
  await fetch(`${url}/control/people`, { method: 'POST', body: JSON.stringify({ name: 'Emil' }) })
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(readFileSync(stateFile, 'utf8')).toContain('"Emil"')
})

test('main: saved changes survive kill -9', async () => {
  const stateFile = join(folder(), 'state.json')
  const { child, ready, exit } = start(['--port', '0', '--state', stateFile])
  const { url } = await ready
  await fetch(`${url}/control/people`, { method: 'POST', body: JSON.stringify({ name: 'Emil' }) })
  const saved = () => {
    try {
      return readFileSync(stateFile, 'utf8').includes('"Emil"')
    } catch {
      return false
    }
  }
  await expect.poll(saved).toBe(true)
  child.kill('SIGKILL')
  await exit
  expect(createSandbox({ stateFile }).state.people.size).toBe(4)
})
