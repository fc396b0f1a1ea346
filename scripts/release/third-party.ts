/** A package of another author in the lock file. */
export type ThirdParty = { path: string; name: string; version: string; license: string }

type Entry = {
  name?: string
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

/** Tools that build the dashboard; its other development dependencies are part of what is built. */
const buildTools = /^(@types\/|@vitejs\/|vite$)/

/** What the published packages and the image contain or install, by name. */
export function shippedPackages({ packages }: Lock): ThirdParty[] {
  const waiting: { path: string; names: string[] }[] = ['', 'packages/server', 'packages/sandbox']
    .map((path) => ({ path, names: namesOf(packages[path]!) }))
    .concat({
      path: 'packages/dashboard',
      names: Object.keys(packages['packages/dashboard']!.devDependencies ?? {}).filter(
        (name) => !buildTools.test(name),
      ),
    })
  const found = new Map<string, ThirdParty>()
  for (const { path: from, names } of waiting) {
    for (const name of names) {
      const path = resolve(packages, from, name)
      const entry = path === null ? null : packages[path]!
      if (path === null || !entry || entry.link || found.has(path)) continue
      const { version = '', license = 'unknown' } = entry
      found.set(path, { path, name: entry.name ?? name, version, license })
      waiting.push({ path, names: namesOf(entry) })
    }
  }
  return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}

function namesOf({ dependencies, optionalDependencies }: Entry): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/** Where Node finds the dependency; `null` for a peer dependency that is not installed. */
function resolve(packages: Lock['packages'], from: string, name: string): string | null {
  for (let folder = from; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return null
    folder = folder.includes('/node_modules/')
      ? folder.replace(/\/node_modules\/(?!.*\/node_modules\/).*$/, '')
      : ''
  }
}

/** The text of the notice. `readLicense` returns the file of a package, or `null` if it is not installed. */
export function noticeOf(
  packages: readonly ThirdParty[],
  readLicense: (path: string) => string | null,
): string {
  const parts = packages.map(({ path, name, version, license }) => {
    const text = readLicense(path)?.trim()
    return [`${name} ${version}`, `License: ${license}`, ...(text ? ['', text] : [])].join('\n')
  })
  const line = '-'.repeat(72)
  return `${['Postern contains or installs these packages of other authors.', ...parts].join(`\n\n${line}\n`)}\n`
}

/** The packages that a bill of materials in the format CycloneDX does not name. */
export function missingFrom(
  bill: { components: { name: string; version: string }[] },
  packages: readonly ThirdParty[],
): string[] {
  const named = new Set(bill.components.map(({ name, version }) => `${name} ${version}`))
  return packages
    .map(({ name, version }) => `${name} ${version}`)
    .filter((each) => !named.has(each))
}
