import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from './processes.ts'

const program = `
  import { spawn } from 'node:child_process'
  process.on('SIGTERM', () => {
    spawn('cat', [process.env.PIPE], { stdio: ['ignore', 'inherit', 'inherit'] })
    process.exit(0)
  })
  setInterval(() => {}, 60_000)
  console.log('Postern is running in the background.')`

test('output that arrives after the exit of a process is searched for secrets too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [main, pipe] = [join(folder, 'main.mjs'), join(folder, 'pipe')]
  execFileSync('mkfifo', [pipe])
  writeFileSync(main, program)
  const server = await startProcess({
    role: 'worker',
    databaseUrl: 'postgresql:///unused',
    main,
    env: { PIPE: pipe, NOT_FOR_THE_LOG_TOKEN: 'a-value-that-is-in-the-log' },
  })
  const stopped = expect(server.stop()).rejects.toThrow('A server has logged 1 secrets.')
  await once(server.child, 'exit')
  writeFileSync(pipe, '{"token":"a-value-that-is-in-the-log"}\n')
  await stopped
})
