import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { authenticateKey } from '../packages/server/src/access/keys.ts'
import { getAccount } from '../packages/server/src/resources/accounts/accounts.ts'
import { accountById } from '../packages/server/src/resources/accounts/queries.ts'
import { accountId, keyCount, keySecret, profileId, profileOf, rowCount } from './api-seed.ts'
import type { Engine } from './engine.ts'

const row = 777

/** Transactions per second of the statements of one read in pgbench; `null` if it is not installed. */
export async function measureLimit(
  { databaseUrl }: Engine,
  file: string,
  seconds: number,
): Promise<number | null> {
  const options = ['-n', '-M', 'prepared', '-c', '10', '-j', '1', '-T', String(seconds), '-f', file]
  const env = {
    PATH: process.env.PATH,
    PGOPTIONS: '-c enable_memoize=off -c enable_mergejoin=off -c jit=off',
  }
  try {
    const { stdout } = await promisify(execFile)('pgbench', [...options, databaseUrl], { env })
    return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)![1]))
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw err
  }
}

/** Writes the statements of one read as a pgbench script with random rows. Returns its path. */
export async function writeScript({ ctx, dataDir, scope }: Engine): Promise<string> {
  const statements = await statementsOf(async () => {
    const [key, id] = [keySecret(profileOf(row)), accountId(row)]
    const read = { statement: accountById, values: { id } }
    await getAccount(ctx, await authenticateKey(ctx, key, undefined, read), id)
  })
  const values: Record<string, string> = {
    [scope.ownerId]: `'${scope.ownerId}'`,
    [profileId(profileOf(row))]: `'prof_' || lpad(:profile::int::text, 26, '0')`,
    [accountId(row)]: `'acc_' || lpad(:row::int::text, 26, '0')`,
  }
  const hash = `sha256(convert_to('pst_profile_' || lpad(:profile::int::text, 43, '0'), 'UTF8'))`
  const lines = statements.map(({ text, values: parameters = [] }) =>
    text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_all, number) => {
      const value = parameters[Number(number) - 1]
      return value === null ? 'null::text' : Buffer.isBuffer(value) ? hash : values[String(value)]!
    }),
  )
  const pick = [`\\set row random(1, ${rowCount})`, `\\set profile 1 + :row % ${keyCount}`]
  const file = join(dataDir, 'reads.sql')
  writeFileSync(file, `${[...pick, ...lines.map((line) => `${line};`)].join('\n')}\n`)
  return file
}

async function statementsOf(work: () => Promise<void>): Promise<pg.QueryConfig[]> {
  const statements: pg.QueryConfig[] = []
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...all: never[]) {
    const [first] = all as unknown as [pg.QueryConfig]
    if (first?.text?.startsWith('select')) statements.push(first)
    return (query as (...rest: never[]) => never).apply(this, all)
  } as never
  await work().finally(() => {
    prototype.query = query
  })
  return statements
}
