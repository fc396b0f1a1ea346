import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const storedSecretsSchema = z.object({
  encryption_keys: z.array(z.string()).min(1),
  database_password: z.string().min(1),
})
export type StoredSecrets = z.infer<typeof storedSecretsSchema>

export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

/**
 * Reads `<DATA_DIR>/secrets.json`, and creates it on the first start. Throws when the file is missing
 * but the folder has a database, whose tokens were sealed with the missing keys.
 */
export function loadOrCreateSecrets(dataDir: string): StoredSecrets {
  const file = secretsFile(dataDir)
  if (!existsSync(file)) {
    const database = join(dataDir, 'postgres')
    if (existsSync(join(database, 'PG_VERSION'))) {
      throw new Error(
        `${file} is missing, and the database in ${database} needs it. Restore it from a backup, ` +
          `or remove ${dataDir} to start with an empty database.`,
      )
    }
    mkdirSync(dataDir, { recursive: true })
    const fresh: StoredSecrets = {
      encryption_keys: [newEncryptionKey()],
      database_password: randomBytes(24).toString('base64url'),
    }
    const draft = writeDraft(file, fresh)
    linkUnlessExists(draft, file)
    rmSync(draft)
  }
  return readSecrets(file)
}

/** A new key in the format of ENCRYPTION_KEYS and secrets.json: 32 random bytes in base64. */
export function newEncryptionKey(): string {
  return randomBytes(32).toString('base64')
}

/** Reads the current encryption keys of the file. */
export function readStoredKeys(dataDir: string): string[] {
  return readSecrets(secretsFile(dataDir)).encryption_keys
}

/** Replaces the encryption keys of the file atomically. */
export function writeStoredKeys(dataDir: string, keys: readonly string[]): void {
  const file = secretsFile(dataDir)
  const draft = writeDraft(file, { ...readSecrets(file), encryption_keys: [...keys] })
  renameSync(draft, file)
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function writeDraft(file: string, secrets: StoredSecrets): string {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  return draft
}

function readSecrets(file: string): StoredSecrets {
  const text = readText(file)
  try {
    return storedSecretsSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} is damaged: restore it from a backup.`, { cause })
  }
}

/** A separate error for unreadable files: restoring a backup over an intact file would lose its keys. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const advice = code === 'EACCES' ? ' Run this as the user to whom it belongs.' : ''
    throw new Error(`${file} cannot be read (${code}).${advice}`, { cause })
  }
}

/** When processes start concurrently, one creates the file and all read it. */
function linkUnlessExists(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EEXIST') throw err
  }
}
