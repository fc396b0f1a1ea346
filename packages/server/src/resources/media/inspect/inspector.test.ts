import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { inspectors } from '../../../../test/inspectors.ts'
import { runInInspector } from './inspector.ts'

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/media')
const job = { type: 'video', path: join(fixtures, 'clip.mp4') } as const
const clipResponse = {
  facts: { width: 320, height: 180, durationMs: 1_000, frameRate: expect.any(Number) },
}

/** A process that ended has no open files, even as a zombie. */
const isRunning = (pid: number) => existsSync(`/proc/${pid}/fd/0`)

describe.runIf(existsSync('/proc/self/status'))('the inspector process', () => {
  test('several files → one process with the highest out-of-memory score', async () => {
    expect(await runInInspector(job)).toMatchObject(clipResponse)
    const started = inspectors()
    expect(started.map(({ oomScore }) => oomScore)).toEqual(['1000'])
    expect(await runInInspector(job)).toMatchObject(clipResponse)
    expect(inspectors().map(({ pid }) => pid)).toEqual([started[0]!.pid])
  })

  test('the process gets no secrets from the environment', async () => {
    await runInInspector(job)
    expect(inspectors()[0]!.environment.filter((name) => name !== 'LD_LIBRARY_PATH')).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ])
  })

  test('killed between two files → another process reads the next file', async () => {
    await runInInspector(job)
    const killed = inspectors()[0]!.pid
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${killed}`)).toBe(false))
    expect(await runInInspector(job)).toMatchObject(clipResponse)
    expect(inspectors()[0]!.pid).not.toBe(killed)
  })

  test('no response → killed at the deadline, another process reads the next file', async () => {
    await runInInspector(job)
    const hanging = inspectors()[0]!.pid
    process.kill(hanging, 'SIGSTOP')
    expect(await runInInspector(job, 50)).toEqual({ died: 'timeout' })
    await vi.waitFor(() => expect(existsSync(`/proc/${hanging}`)).toBe(false))
    expect(await runInInspector(job)).toMatchObject(clipResponse)
  })

  test('the server is killed with SIGKILL → its inspector process ends', async () => {
    const host = fork(join(import.meta.dirname, '../../../../test/inspector-host.ts'), {
      execArgv: [],
    })
    expect((await once(host, 'message'))[0]).toMatchObject(clipResponse)
    const inspector = inspectors(host.pid)[0]!.pid
    host.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(inspector)).toBe(false), 10_000)
  })
})
