import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { spawnInstance } from './spawn.ts'

test('an instance that ends at its start is reported with output that arrives after its exit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-spawn-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = ['sh', '-c', '(sleep 0.2; echo The port is taken) & exit 3'] as const
  await expect(spawnInstance(folder, { command: [...command] })).rejects.toThrow(
    /exited with code 3:\nThe port is taken/,
  )
})
