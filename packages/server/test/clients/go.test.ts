import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentFile, installOnce, operationIds, reasonToSkip, run } from './tool.ts'

const version = 'v2.8.2'
const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${version}`

/** Without `skip-prune` the generator omits schemas that only webhooks use. */
const settings = `package: postern
output: postern.go
generate: { models: true, client: true }
output-options: { skip-prune: true }
`
const goModule = `module example.com/postern

go 1.24

require github.com/oapi-codegen/runtime v1.8.0
`

test('oapi-codegen generates every operation, and its client compiles', async (t) => {
  const reason = await reasonToSkip('go', ['version'])
  if (reason) t.skip(reason)
  const tools = await installOnce(`oapi-codegen-${version}`, (folder) =>
    run('go', ['install', generator], { env: { GOBIN: folder } }),
  ).catch((err: Error) => t.skip(err.message))
  const folder = await mkdtemp(join(tmpdir(), 'postern-go-'))
  const inFolder = { cwd: folder, env: { GOFLAGS: '-mod=mod' } }
  try {
    await writeFile(join(folder, 'settings.yaml'), settings)
    await writeFile(join(folder, 'go.mod'), goModule)
    const args = ['-config', 'settings.yaml', documentFile]
    await run(join(tools, 'oapi-codegen'), args, inFolder)
    const text = await readFile(join(folder, 'postern.go'), 'utf8')
    const calls = text.matchAll(
      /^func \(c \*ClientWithResponses\) (\w+?)(?:WithBody)?WithResponse\(/gm,
    )
    const names = new Set([...calls].map(([, name]) => name!.toLowerCase()))
    expect([...names].sort()).toEqual(operationIds.map((id) => id.toLowerCase()).sort())
    await run('go', ['mod', 'tidy'], inFolder)
    expect(await run('go', ['build', './...'], inFolder)).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 600_000)
