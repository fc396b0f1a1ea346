import { randomBytes } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A secret shorter than this could stand in a log by chance. */
const secretCharsMin = 12
const prefixChars = secretCharsMin
/** What a secret is made of; a password may have spaces and is looked for by itself. */
const wordShape = /[A-Za-z0-9_\-+/=.~!*|:]{12,}/g
const isWord = /^[A-Za-z0-9_\-+/=.~!*|:]+$/

export type Found = { secret: string; line: string }

/** Keeps the lines that a server has written, to be searched when the run ends. */
export function saveLogLines(folder: string, lines: readonly string[]): void {
  if (lines.length > 0) append(folder, 'lines', lines.map((line) => line.trimEnd()).join('\n'))
}

/** Keeps what no line may hold, with what it is. */
export function saveSecrets(folder: string, secrets: ReadonlyMap<string, string>): void {
  const rows = [...secrets].filter(([secret]) => secret.length >= secretCharsMin)
  if (rows.length > 0) append(folder, 'secrets', rows.map((row) => JSON.stringify(row)).join('\n'))
}

/** Each test process writes files of its own. */
const own = randomBytes(6).toString('hex')

function append(folder: string, kind: 'lines' | 'secrets', text: string): void {
  appendFileSync(join(folder, `${kind}-${own}`), `${text}\n`, { mode: 0o600 })
}

/**
 * Searches all lines that were kept for all secrets that were kept. Every run of characters that a
 * secret can be made of is looked at once, however often it stands there, so that a hundred megabytes
 * take seconds.
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
    if (!isWord.test(secret)) continue
    const prefix = secret.slice(0, prefixChars)
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), secret])
  }
  const words = new Set<string>()
  for (const text of texts) for (const [word] of text.matchAll(wordShape)) words.add(word)
  const hits: string[] = []
  for (const word of words) {
    for (let place = 0; place + prefixChars <= word.length; place += 1) {
      const near = byPrefix.get(word.slice(place, place + prefixChars))
      for (const secret of near ?? []) if (word.startsWith(secret, place)) hits.push(secret)
    }
  }
  return hits
}

function findPhrases(texts: readonly string[], secrets: ReadonlyMap<string, string>): string[] {
  const sentences = [...secrets.keys()].filter((secret) => !isWord.test(secret))
  return sentences.filter((secret) => texts.some((text) => text.includes(secret)))
}

function filesOf(folder: string, kind: 'lines' | 'secrets'): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}
