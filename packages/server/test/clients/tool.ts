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

/** Written last, so that a folder without this file is an interrupted installation. */
const stampName = 'installed'

/** Installs a generator unless an earlier run did, and returns its folder. */
export async function installOnce(
  name: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(root, 'node_modules/.cache/postern-clients', name)
  if (existsSync(join(folder, stampName))) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await install(folder)
  await writeFile(join(folder, stampName), '')
  return folder
}

const execute = promisify(execFile)

/** Runs a program and returns its output; if it fails, the error contains the output. */
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

/** Returns why the test must be skipped, or null if the program runs. */
export async function reasonToSkip(
  program: string,
  args: readonly string[],
): Promise<string | null> {
  try {
    await run(program, args)
    return null
  } catch {
    return `${program} ${args.join(' ')} does not run on this machine`
  }
}
