import { randomBytes } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shorter secrets are ignored because they can appear in a log by chance. */
const secretCharsMin = 12
const prefixChars = secretCharsMin
/** The characters of generated secrets. Passwords may have spaces and are searched for separately. */
const tokenShape = /[A-Za-z0-9_\-+/=.~!*|:]{12,}/g
const isToken = /^[A-Za-z0-9_\-+/=.~!*|:]+$/

export type Found = { secret: string; line: string }

/** Saves log lines of a server, which are searched at the end of the run. */
export function saveLogLines(folder: string, lines: readonly string[]): void {
  if (lines.length > 0) append(folder, 'lines', lines.map((line) => line.trimEnd()).join('\n'))
}

/** Saves the secrets that no log line may contain, with a description of each. */
export function saveSecrets(folder: string, secrets: ReadonlyMap<string, string>): void {
  const rows = [...secrets].filter(([secret]) => secret.length >= secretCharsMin)
  if (rows.length > 0) append(folder, 'secrets', rows.map((row) => JSON.stringify(row)).join('\n'))
}

/** Part of the file names, because each test process writes its own files. */
const suffix = randomBytes(6).toString('hex')

function append(folder: string, kind: 'lines' | 'secrets', text: string): void {
  appendFileSync(join(folder, `${kind}-${suffix}`), `${text}\n`, { mode: 0o600 })
}

/**
 * Searches all saved lines for all saved secrets. Each distinct token in the logs is compared only once,
 * so that a hundred megabytes take seconds.
 */
export function scanLogs(folder: string): { lines: number; secrets: number; found: Found[] } {
  const texts = filesOf(folder, 'lines')
  const secrets = new Map<string, string>()
  for (const text of filesOf(folder, 'secrets')) {
    for (const row of text.split('\n')) {
      if (!row) continue
      const [secret, what] = JSON.parse(row) as [string, string]
      secrets.set(secret, what)
    }
  }
  const hits = new Set([...findTokens(texts, secrets), ...findPhrases(texts, secrets)])
  const found = [...hits].map((secret) => {
    const text = texts.find((each) => each.includes(secret))!
    const line = text.split('\n').find((each) => each.includes(secret))!
    return { secret: secrets.get(secret)!, line: line.replaceAll(secret, '[the secret]') }
  })
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
  return { lines, secrets: secrets.size, found }
}

function findTokens(texts: readonly string[], secrets: ReadonlyMap<string, string>): string[] {
  const byPrefix = new Map<string, string[]>()
  for (const secret of secrets.keys()) {
    if (!isToken.test(secret)) continue
    const prefix = secret.slice(0, prefixChars)
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), secret])
  }
  const tokens = new Set<string>()
  for (const text of texts) for (const [token] of text.matchAll(tokenShape)) tokens.add(token)
  const hits: string[] = []
  for (const token of tokens) {
    for (let start = 0; start + prefixChars <= token.length; start += 1) {
      const candidates = byPrefix.get(token.slice(start, start + prefixChars))
      for (const secret of candidates ?? []) if (token.startsWith(secret, start)) hits.push(secret)
    }
  }
  return hits
}

function findPhrases(texts: readonly string[], secrets: ReadonlyMap<string, string>): string[] {
  const phrases = [...secrets.keys()].filter((secret) => !isToken.test(secret))
  return phrases.filter((secret) => texts.some((text) => text.includes(secret)))
}

function filesOf(folder: string, kind: 'lines' | 'secrets'): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}
