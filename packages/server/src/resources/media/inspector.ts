import { type ChildProcess, fork } from 'node:child_process'
import { libraryPath } from '../../core/config.ts'
import { limits } from '../../core/limits.ts'
import type { Answer, Job } from './inspection.ts'

/** Why the inspector process ended before it answered. */
export type Death = { died: 'memory' | 'timeout' | 'crash' }

let inspector: ChildProcess | null = null
let idleTimer: NodeJS.Timeout | undefined

/**
 * Has one file read by a process with bounds on memory and time: decoders allocate outside the heap
 * of V8, so only the end of a process frees what a hostile file makes them take. The process serves
 * many files, ends when idle, and is started again after it died.
 */
export async function askInspector(
  job: Job,
  msMax: number = limits.media.inspectionMsMax,
): Promise<Answer | Death> {
  clearTimeout(idleTimer)
  inspector ??= startInspector()
  const asked = inspector
  const answer = await answerOf(asked, job, msMax)
  if ('died' in answer || 'failure' in answer) endInspector(asked)
  idleTimer = setTimeout(() => endInspector(asked), limits.media.inspectorIdleMs).unref()
  return answer
}

function startInspector(): ChildProcess {
  const started = fork(new URL('./inspector-process.ts', import.meta.url), {
    // None of the secrets in the environment of this process.
    env: libraryPath(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const forget = () => {
    if (inspector === started) inspector = null
  }
  started.once('exit', forget)
  started.on('error', forget)
  // It ends with this process and does not keep it running.
  started.unref()
  started.channel?.unref()
  return started
}

function endInspector(ended: ChildProcess): void {
  ended.kill('SIGKILL')
  if (inspector === ended) inspector = null
}

async function answerOf(asked: ChildProcess, job: Job, msMax: number): Promise<Answer | Death> {
  const { promise, resolve } = Promise.withResolvers<Answer | Death>()
  const onMessage = (answer: unknown) => resolve(answer as Answer)
  const onError = (error: Error) => resolve({ failure: error.message })
  const onExit = (code: number | null, signal: string | null) => {
    if (signal === null) resolve({ failure: `the inspector process ended with code ${code}` })
    else resolve({ died: signal === 'SIGKILL' ? 'memory' : 'crash' })
  }
  const timer = setTimeout(() => resolve({ died: 'timeout' }), msMax)
  asked.once('message', onMessage).once('error', onError).once('exit', onExit)
  // A closed channel is followed by `exit`, which says more.
  asked.send(job, () => {})
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    asked.off('message', onMessage).off('error', onError).off('exit', onExit)
  }
}
