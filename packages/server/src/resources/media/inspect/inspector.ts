import { type ChildProcess, fork } from 'node:child_process'
import { libraryPath } from '../../../core/config.ts'
import { limits } from '../../../core/limits.ts'
import type { InspectionJob, InspectorResponse } from './inspection.ts'

/** Why the inspector process ended before it responded. */
export type InspectorExit = { died: 'memory' | 'timeout' | 'crash' }

let inspector: ChildProcess | null = null
let idleTimer: NodeJS.Timeout | undefined

/**
 * Runs a job in a child process with limits on memory and time. Decoders allocate outside the V8
 * heap, so only ending the process frees memory that a hostile file made them allocate. The process
 * is reused, stopped when idle, and restarted after it died or decoded a HEIC: the memory of
 * WebAssembly never shrinks.
 */
export async function runInInspector(
  job: InspectionJob,
  msMax: number = limits.media.inspectionMsMax,
): Promise<InspectorResponse | InspectorExit> {
  clearTimeout(idleTimer)
  inspector ??= startInspector()
  const child = inspector
  const response = await responseOf(child, job, msMax)
  if ('died' in response || 'failure' in response || job.type === 'decode_heic') endInspector(child)
  idleTimer = setTimeout(() => endInspector(child), limits.media.inspectorIdleMs).unref()
  return response
}

function startInspector(): ChildProcess {
  const child = fork(new URL('./inspector-process.ts', import.meta.url), {
    // Without the secrets in this process's environment.
    env: libraryPath(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const forget = () => {
    if (inspector === child) inspector = null
  }
  child.once('exit', forget)
  child.on('error', forget)
  // The child ends with this process and does not keep it alive.
  child.unref()
  child.channel?.unref()
  return child
}

function endInspector(child: ChildProcess): void {
  child.kill('SIGKILL')
  if (inspector === child) inspector = null
}

async function responseOf(
  child: ChildProcess,
  job: InspectionJob,
  msMax: number,
): Promise<InspectorResponse | InspectorExit> {
  const { promise, resolve } = Promise.withResolvers<InspectorResponse | InspectorExit>()
  const onMessage = (response: unknown) => resolve(response as InspectorResponse)
  const onError = (error: Error) => resolve({ failure: error.message })
  const onExit = (code: number | null, signal: string | null) => {
    if (signal === null) resolve({ failure: `the inspector process ended with code ${code}` })
    else resolve({ died: signal === 'SIGKILL' ? 'memory' : 'crash' })
  }
  const timer = setTimeout(() => resolve({ died: 'timeout' }), msMax)
  child.once('message', onMessage).once('error', onError).once('exit', onExit)
  // Ignore send errors: a closed channel is followed by `exit`, which has the reason.
  child.send(job, () => {})
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', onMessage).off('error', onError).off('exit', onExit)
  }
}
