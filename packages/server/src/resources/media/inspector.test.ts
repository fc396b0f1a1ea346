import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { inspectors } from '../../../test/inspectors.ts'
import { askInspector } from './inspector.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/media')
const job = { type: 'video', path: join(fixtures, 'clip.mp4') } as const
const read = { facts: { width: 320, height: 180, durationMs: 1_000 } }

/** A process that ended has no open files, also while its parent has not noticed. */
const isRunning = (pid: number) => existsSync(`/proc/${pid}/fd/0`)

describe.runIf(existsSync('/proc/self/status'))('the inspector process', () => {
  test('several files → one process, the first to be killed when memory is short', async () => {
    expect(await askInspector(job)).toEqual(read)
    const started = inspectors()
    expect(started.map(({ oomScore }) => oomScore)).toEqual(['1000'])
    expect(await askInspector(job)).toEqual(read)
    expect(inspectors().map(({ pid }) => pid)).toEqual([started[0]!.pid])
  })

  test('it has no secret of the environment', async () => {
    await askInspector(job)
    expect(inspectors()[0]!.environment.filter((name) => name !== 'LD_LIBRARY_PATH')).toEqual([
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ])
  })

  test('it is killed between two files → another process reads the next file', async () => {
    await askInspector(job)
    const killed = inspectors()[0]!.pid
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${killed}`)).toBe(false))
    expect(await askInspector(job)).toEqual(read)
    expect(inspectors()[0]!.pid).not.toBe(killed)
  })

  test('it does not answer → it is killed at the deadline, another reads the next file', async () => {
    await askInspector(job)
    const hanging = inspectors()[0]!.pid
    process.kill(hanging, 'SIGSTOP')
    expect(await askInspector(job, 50)).toEqual({ died: 'timeout' })
    await vi.waitFor(() => expect(existsSync(`/proc/${hanging}`)).toBe(false))
    expect(await askInspector(job)).toEqual(read)
  })

  test('the service is killed with SIGKILL → its inspector process ends', async () => {
    const host = fork(join(import.meta.dirname, '../../../test/inspector-host.ts'), {
      execArgv: [],
    })
    expect((await once(host, 'message'))[0]).toEqual(read)
    const inspector = inspectors(host.pid)[0]!.pid
    host.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(inspector)).toBe(false), 10_000)
  })
})
