import type { PlatformApp } from '../../core/networks.ts'

/** The newest version that is confirmed (linkedin.md §2). */
const current = '202607'
const variable = 'LINKEDIN_VERSION'

/** The days that LinkedIn named. The others end about the 15th, a year later (linkedin.md §2). */
const ends: Readonly<Record<string, string>> = {
  202601: '2027-01-15',
  202602: '2027-02-15',
  202603: '2027-03-16',
}

/** The version of the API in each call, unless the operator set another one, and its last day. */
export function versionOf({ variables }: Pick<PlatformApp, 'variables'>) {
  const version = variables?.[variable] ?? current
  const year = Number(version.slice(0, 4)) + 1
  return { version, variable, endsOn: ends[version] ?? `${year}-${version.slice(4)}-15` }
}
