import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const postern = join(import.meta.dirname, '..', '..', 'bin', 'postern.mjs')

test('a command whose output is not read to the end prints no error', async () => {
  const child = spawn(process.execPath, [postern, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ errors, status }).toEqual({ errors: '', status: 0 })
})
