import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const folder = join(import.meta.dirname, '..')
export const requirements = join(folder, 'tools', 'requirements.txt')
const root = join(folder, '..', '..')
const documentFile = join(root, 'packages', 'server', 'openapi.json')
const generated = join(folder, 'src', 'postern', '_generated')

/**
 * Generates the client and builds it. Returns the programs of the tools' virtual environment (`bin`),
 * the generator's output, and the paths of the wheel and the source distribution.
 */
export async function buildPackage() {
  const bin = await installTools()
  const output = await generate(bin)
  const dist = join(folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  await run(join(bin, 'python'), ['-m', 'build', '--no-isolation', '--outdir', dist], folder)
  const files = (await readdir(dist)).map((name) => join(dist, name))
  const wheel = files.find((file) => file.endsWith('.whl'))!
  const sdist = files.find((file) => file.endsWith('.tar.gz'))!
  return { bin, output, wheel, sdist }
}

/** Installs the tools into a virtual environment, unless their list is the one of the last run. */
async function installTools(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(requirements))
  const cache = join(root, 'node_modules', '.cache', 'postern-python')
  const environment = join(cache, hash.digest('hex').slice(0, 16))
  const bin = join(environment, 'bin')
  // Written last: without it, the installation was interrupted.
  const stamp = join(environment, 'installed')
  if (existsSync(stamp)) return bin
  await rm(cache, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  await run('python3', ['-m', 'venv', environment], folder)
  await run(join(bin, 'pip'), ['install', '--quiet', '-r', requirements], folder)
  await writeFile(stamp, '')
  return bin
}

async function generate(bin: string): Promise<string> {
  await rm(generated, { recursive: true, force: true })
  const args = [
    ...['generate', '--meta', 'none', '--fail-on-warning'],
    ...['--config', 'templates/config.yaml', '--custom-template-path', 'templates'],
    ...['--path', documentFile, '--output-path', generated],
  ]
  // The generator finds its formatter in PATH.
  const env = { PATH: `${bin}:${process.env.PATH}` }
  return await run(join(bin, 'openapi-python-client'), args, folder, env)
}

/** Runs a program and returns its output; if it fails, the error contains the output. */
export async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const all = { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', ...env }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env: all })
    return stdout + stderr
  } catch (err) {
    const { stdout = '', stderr = '' } = err as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: err })
  }
}
