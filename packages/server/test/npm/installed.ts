import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { execute } from '../sdk/packed.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
/** Variables that npm and Vitest set for their programs. */
const isOfTestRun = /^(npm_|VITEST|NODE_ENV$|TEST$|PROD$|DEV$)/i
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

export const packageNames = { server: 'postern', sandbox: '@postern/sandbox', sdk: '@postern/sdk' }
export type PackageFolder = keyof typeof packageNames

/** Packs the npm packages and installs them into an empty folder, as npm does for a user. */
export async function installPackages() {
  const home = mkdtempSync(join(tmpdir(), 'postern-npm-'))
  const folder = join(home, 'empty')
  mkdirSync(folder)
  const tarballs = {} as Record<PackageFolder, string>
  for (const name of Object.keys(packageNames) as PackageFolder[]) {
    const destination = join(home, name)
    mkdirSync(destination)
    await execute(
      'npm',
      ['pack', '--pack-destination', destination, ...quiet],
      join(root, 'packages', name),
    )
    tarballs[name] = join(destination, readdirSync(destination)[0]!)
  }
  await execute('npm', ['install', ...quiet, ...Object.values(tarballs)], folder)
  const installed = (name: PackageFolder) => join(folder, 'node_modules', packageNames[name])
  return {
    folder,
    tarballs,
    /** The paths of the files of an installed package. */
    files: (name: PackageFolder) =>
      readdirSync(installed(name), { recursive: true, encoding: 'utf8' })
        .filter((file) => statSync(join(installed(name), file)).isFile())
        .sort(),
    /** The environment of a user whose `node` is this one; without the tools of the repository. */
    environment: (node: string): Record<string, string> => {
      const bin = mkdtempSync(join(home, 'bin-'))
      symlinkSync(node, join(bin, 'node'))
      const paths = process.env.PATH!.split(delimiter).filter((path) => !path.startsWith(root))
      const variables = Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !isOfTestRun.test(name)),
      )
      return { ...variables, PATH: [bin, ...paths].join(delimiter) } as Record<string, string>
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}
