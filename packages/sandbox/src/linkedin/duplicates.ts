import { createHash } from 'node:crypto'
import { HOUR_MS } from '../core/clock.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { LinkedinError } from './errors.ts'
import { settingsOf } from './settings.ts'

type Remembered = { urn: string; at: number }

function contentKey(author: string, raw: object): string {
  const digest = createHash('sha256').update(JSON.stringify(raw)).digest('hex')
  return `linkedin_content:${author}:${digest}`
}

/** The refusal names the earlier post, and stays when that is deleted (linkedin.md §4.7). */
export function refuseDuplicate(sandbox: Sandbox, author: string, raw: object): void {
  const record = sandbox.state.networkRecords.get(contentKey(author, raw))
  const earlier = record?.value as Remembered | undefined
  const windowMs = settingsOf(sandbox).linkedin_duplicate_hours * HOUR_MS
  if (!earlier || sandbox.clock.ms() >= earlier.at + windowMs) return
  const text = `Content is a duplicate of ${earlier.urn}`
  throw new LinkedinError(422, 'DUPLICATE_POST', text, { codes: ['DUPLICATE_POST'] })
}

/** Keeps the URN of the post, for the refusal of the next one. */
export function rememberContent(
  sandbox: Sandbox,
  author: string,
  raw: object,
  value: Remembered,
): void {
  const id = contentKey(author, raw)
  sandbox.state.networkRecords.put({ id, kind: 'linkedin_content', value })
}
