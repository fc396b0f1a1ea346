import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const sdk = join(root, 'packages', 'sdk')
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

export type Compiler = { name: string; tsc: string }
export type CompilerOptions = Record<string, string | boolean | readonly string[]>

/** The SDK packed and installed in an empty project in a temporary folder. */
export async function installPacked() {
  const folder = mkdtempSync(join(tmpdir(), 'postern-sdk-'))
  await execute('npm', ['pack', '--pack-destination', folder, ...quiet], sdk)
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  // Offline, because the package has no dependencies.
  await execute('npm', ['install', '--offline', ...quiet, tarball], folder)
  const installed = join(folder, 'node_modules', '@postern', 'sdk')
  const program = readFileSync(join(sdk, 'test', 'consumer', 'program.ts'), 'utf8')
  write('program.ts', program)
  write('program.js', stripTypeScriptTypes(program))

  function write(name: string, text: string): void {
    writeFileSync(join(folder, name), text)
  }

  return {
    tarball,
    folder,
    write,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** The files of the package. */
    files: () =>
      readdirSync(installed, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(installed, name)).isFile())
        .sort(),
    readInstalled: (name: string) => readFileSync(join(installed, name), 'utf8'),
    /** Checks `program.ts` and all types that it imports; returns the compiler's output. */
    checkTypes: ({ tsc }: Compiler, options: CompilerOptions): Promise<string> => {
      const strict = { strict: true, skipLibCheck: false, target: 'es2022', noEmit: true }
      const compilerOptions = { ...strict, ...options }
      write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }))
      return execute(process.execPath, [tsc, '-p', '.'], folder)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The programs of `packages/sdk/test/tools`, installed when its lock file has changed. */
export async function installTools() {
  const source = join(sdk, 'test', 'tools')
  const lock = readFileSync(join(source, 'package-lock.json'))
  const cache = join(root, 'node_modules', '.cache', 'postern-sdk-tools')
  const folder = join(cache, createHash('sha256').update(lock).digest('hex').slice(0, 16))
  if (!existsSync(folder)) await installInto(folder, source)
  const modules = join(folder, 'node_modules')
  const { platform, arch } = process
  /** 26 is the version that Postern runs on. */
  const nodeOf = (major: string) =>
    major === '26'
      ? process.execPath
      : join(modules, `node-${major}-${platform}-${arch}`, 'bin', 'node')
  const denoSystem = `${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`
  const deno = join(modules, '@deno', denoSystem, 'deno')
  const bunSystem = `${platform}-${arch === 'arm64' ? 'aarch64' : arch}`
  const bun = join(modules, '@oven', `bun-${bunSystem}`, 'bin', 'bun')
  return {
    /** The path of Node in a major version. */
    node: nodeOf,
    /** The commands that run a module. */
    runtimes: {
      'Node 20': [nodeOf('20')],
      'Node 22': [nodeOf('22')],
      'Node 24': [nodeOf('24')],
      'Node 26': [nodeOf('26')],
      'Deno 2.9': [deno, 'run', '--no-prompt', '--allow-net', '--allow-read'],
      'Bun 1.4': [bun, 'run'],
    },
    folderOf: (name: string) => join(modules, name),
    compilers: [
      { name: 'TypeScript 7', tsc: join(root, 'node_modules', 'typescript', 'bin', 'tsc') },
      { name: 'TypeScript 5.7', tsc: join(modules, 'typescript-5.7', 'bin', 'tsc') },
    ],
    run: (program: 'attw' | 'esbuild' | 'publint', args: readonly string[], cwd: string) =>
      execute(join(modules, '.bin', program), args, cwd),
  }
}

/** Installs elsewhere and renames, because two test files can install at the same time. */
async function installInto(folder: string, source: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const partial = mkdtempSync(`${folder}-`)
  for (const name of ['package.json', 'package-lock.json']) {
    cpSync(join(source, name), join(partial, name))
  }
  await execute('npm', ['ci', '--ignore-scripts', ...quiet], partial)
  if (existsSync(folder)) rmSync(partial, { recursive: true })
  else renameSync(partial, folder)
}

/** Runs a program and returns its output; if it fails, the error contains the output. */
export async function execute(
  program: string,
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  try {
    // Tests compare the output, and with CI=true some programs add colors without a terminal.
    const env = { ...variables, NO_COLOR: '1', FORCE_COLOR: undefined }
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env })
    return stdout + stderr
  } catch (err) {
    const { stdout, stderr } = err as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
}
