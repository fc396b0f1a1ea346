import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentFile, installOnce, operationIds, reasonToSkip, run } from './tool.ts'

const generator = 'openapi-python-client==0.29.1'

const importAll = `
import importlib, pkgutil, postern_client
for module in pkgutil.walk_packages(postern_client.__path__, 'postern_client.'):
    importlib.import_module(module.name)
`

test('openapi-python-client has every operation without a warning, and all of it imports', async (t) => {
  const reason = await reasonToSkip('python3', ['-m', 'pip', '--version'])
  if (reason) t.skip(reason)
  const packages = await installOnce(generator.replace('==', '-'), (target) =>
    run('python3', ['-m', 'pip', 'install', '--quiet', '--target', target, generator]),
  ).catch((err: Error) => t.skip(err.message))
  const folder = await mkdtemp(join(tmpdir(), 'postern-python-'))
  const python = (...args: string[]) =>
    run('python3', args, { cwd: folder, env: { PYTHONPATH: `${packages}:${folder}` } })
  try {
    // Formatting the files is no part of the proof.
    await writeFile(join(folder, 'config.yaml'), 'post_hooks: []\n')
    const output = await python(
      ...['-m', 'openapi_python_client', 'generate', '--meta', 'none', '--fail-on-warning'],
      ...['--config', 'config.yaml', '--path', documentFile, '--output-path', 'postern_client'],
    )
    expect(output.trim()).toBe('Generating postern_client')
    const files = await readdir(join(folder, 'postern_client/api'), { recursive: true })
    const names = files.filter((file) => /\/(?!__)\w+\.py$/.test(file))
    const modules = names.map((name) => name.split('/').at(-1)!.replace('.py', ''))
    const expected = operationIds.map((id) => id.replaceAll(/[A-Z]/g, '_$&').toLowerCase())
    expect(modules.sort()).toEqual(expected.sort())
    await python('-m', 'compileall', '-q', 'postern_client')
    expect(await python('-c', importAll)).toBe('')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 600_000)
