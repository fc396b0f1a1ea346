import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// Flags of V8 and its heap are of a whole process, so each test has one of its own.
const heap = JSON.stringify(new URL('./heap.ts', import.meta.url).href)
let children: ChildProcess[] = []
let directory: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'postern-heap-'))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function run(code: string): { child: ChildProcess; lines: () => string[] } {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  child.stdout!.on('data', (chunk) => {
    text += chunk
  })
  return { child, lines: () => text.split('\n').slice(0, -1) }
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', resolve))

test('the heap that the start needed is given back a moment later, what is in use stays', async () => {
  const { lines } = run(`
    import { tidyAfterStart } from ${heap}
    const used = Array.from({ length: 1_000 }, (_, n) => ({ n }))
    let needed = Array.from({ length: 1_000_000 }, (_, n) => ({ n }))
    const tell = () => console.log(process.memoryUsage().heapTotal / 2 ** 20, used.length)
    tell()
    needed = null
    tidyAfterStart()
    setInterval(tell, 100)`)
  const told = () => lines().map((line) => line.split(' ').map(Number))
  await expect.poll(() => told().length, { timeout: 10_000 }).toBeGreaterThan(0)
  const [first] = told()
  expect(first![0]).toBeGreaterThan(40)
  await expect.poll(() => told().at(-1)![0], { timeout: 6_000 }).toBeLessThan(first![0]! / 3)
  expect(told().at(-1)![1]).toBe(1_000)
})

test('what was compiled is written down then, not only when the process ends', async () => {
  const { child } = run(`
    import { enableCompileCache } from 'node:module'
    enableCompileCache(${JSON.stringify(directory)})
    const { tidyAfterStart } = await import(${heap})
    tidyAfterStart()
    setInterval(() => {}, 1_000)`)
  const written = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  await expect.poll(() => written().length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(child.exitCode).toBeNull()
})

test('a process that is done before does not wait for it', async () => {
  const { child, lines } = run(`
    import { tidyAfterStart } from ${heap}
    const began = performance.now()
    process.on('exit', () => console.log(performance.now() - began))
    tidyAfterStart()`)
  expect(await ended(child)).toBe(0)
  await expect.poll(() => lines().length).toBe(1)
  expect(Number(lines()[0])).toBeLessThan(500)
})
