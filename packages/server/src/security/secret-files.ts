import { readFileSync } from 'node:fs'
import { withDatabasePassword } from '../core/database-address.ts'
import { platformValues } from '../core/networks.ts'

type Environment = Readonly<Record<string, string | undefined>>

const secretNames = [
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'DATABASE_PASSWORD',
  'ENCRYPTION_KEYS',
  'METRICS_TOKEN',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
  ...platformValues.map((platform) => `${platform.toUpperCase()}_CLIENT_SECRET`),
  'META_APP_SECRET',
]

/**
 * Returns the environment with the secrets that are mounted as files: `ENCRYPTION_KEYS_FILE` is the
 * path of a file with `ENCRYPTION_KEYS`. Inserts `DATABASE_PASSWORD` into `DATABASE_URL`, and into
 * `DATABASE_POOL_URL` if that has none. Throws when a secret is set twice or its file cannot be read.
 */
export function withSecretFiles(env: Environment): Environment {
  const values: Record<string, string | undefined> = { ...env }
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]
    if (!file) continue
    if (env[name]) throw new Error(`Set ${name} or ${name}_FILE, not both.`)
    values[name] = read(file, `${name}_FILE`)
  }
  const { DATABASE_URL: url, DATABASE_POOL_URL: poolUrl, DATABASE_PASSWORD: password } = values
  if (!password) return values
  if (!url) throw new Error('DATABASE_PASSWORD needs a DATABASE_URL.')
  const address = withDatabasePassword(url, password)
  if (!address) throw new Error('Set DATABASE_PASSWORD or a password in DATABASE_URL, not both.')
  const poolAddress = poolUrl && (withDatabasePassword(poolUrl, password) ?? poolUrl)
  return { ...values, DATABASE_URL: address, DATABASE_POOL_URL: poolAddress }
}

function read(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`${name}: ${file} cannot be read (${code}).`, { cause })
  }
}
