import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../telemetry/log.ts'
import { launch, waitUntilReady } from './launch.ts'

test('a server that stops at its start, with its reason after its exit, is reported with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-launch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [postgres, pipe] = [join(folder, 'postgres'), join(folder, 'pipe')]
  execFileSync('mkfifo', [pipe])
  writeFileSync(postgres, `#!/bin/sh\ncat '${pipe}' >&2 &\nexit 3\n`, { mode: 0o700 })
  const log = createLog({ level: 'silent' })
  const server = launch({ postgres } as never, folder, folder, null, { log })
  const ready = waitUntilReady(server, { host: folder }, folder)
  const failed = expect(ready).rejects.toThrow(
    'PostgreSQL stopped at its start (3): FATAL: could not write lock file',
  )
  await once(server.process, 'exit')
  writeFileSync(pipe, 'FATAL: could not write lock file')
  await failed
})
