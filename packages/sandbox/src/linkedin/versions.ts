import { LinkedinError } from './errors.ts'

/** Versions of the API and the days on which they end (linkedin.md §2). 202512 does not exist. */
const ends: Readonly<Record<string, string>> = {
  202508: '2026-08-17',
  202509: '2026-09-15',
  202510: '2026-10-15',
  202511: '2026-11-16',
  202601: '2027-01-15',
  202602: '2027-02-15',
  202603: '2027-03-16',
  202604: '2027-04-15',
  202605: '2027-05-15',
  202606: '2027-06-15',
  202607: '2027-07-15',
}

/** Refuses a call without a version, or with one that is not active. */
export function requireVersion(version: string | undefined, now: number | null): void {
  if (!version) {
    throw new LinkedinError(400, 'VERSION_MISSING', 'A version must be present.')
  }
  const end = ends[version]
  if (end && (now === null || now < Date.parse(end))) return
  const message = `Requested version ${version} is not active`
  throw new LinkedinError(426, 'NONEXISTENT_VERSION', message)
}
