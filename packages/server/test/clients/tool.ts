import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { document } from '../contract.ts'

const root = join(import.meta.dirname, '../../../..')

export const documentFile = join(root, 'packages/server/openapi.json')

/** The operations of the document; its webhooks are received, not called. */
export const operationIds = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map((operation) => (operation as unknown as Named).operationId),
)
type Named = { operationId: string }

/** Written last: a folder without it was not installed to its end. */
const mark = 'installed'

/** Installs a generator once; the folder outlives the run, so that the next one is quick. */
export async function installOnce(
  name: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(root, 'node_modules/.cache/postern-clients', name)
  if (existsSync(join(folder, mark))) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await install(folder)
  await writeFile(join(folder, mark), '')
  return folder
}

const execute = promisify(execFile)

/** Runs a program and gives all that it wrote; fails with it when the program fails. */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const env = { ...process.env, ...options.env }
  const limits = { maxBuffer: 64 * 1_024 * 1_024 }
  try {
    const { stdout, stderr } = await execute(program, args, { ...limits, ...options, env })
    return stdout + stderr
  } catch (err) {
    const { stdout = '', stderr = '' } = err as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: err })
  }
}

/** `null` where the program is there, else why the test is skipped. */
export async function missing(program: string, args: readonly string[]): Promise<string | null> {
  try {
    await run(program, args)
    return null
  } catch {
    return `${program} ${args.join(' ')} does not run on this machine`
  }
}
