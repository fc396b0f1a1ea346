import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { authenticateKey } from '../packages/server/src/access/keys.ts'
import { getAccount } from '../packages/server/src/resources/accounts/accounts.ts'
import { accountId, keyCount, keySecret, profileId, profileOf, rowCount } from './api-seed.ts'
import type { Engine } from './engine.ts'

const row = 777

/** The statements that a single read sends, as a script of pgbench about random rows. */
async function writeScript({ ctx, dataDir, scope }: Engine): Promise<string> {
  const key = keySecret(profileOf(row))
  const statements: pg.QueryConfig[] = []
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...all: never[]) {
    const [first] = all as unknown as [pg.QueryConfig]
    if (first?.text?.startsWith('select')) statements.push(first)
    return (query as (...rest: never[]) => never).apply(this, all)
  } as never
  try {
    await getAccount(ctx, await authenticateKey(ctx, key, undefined), accountId(row))
  } finally {
    prototype.query = query
  }
  const values: Record<string, string> = {
    [scope.ownerId]: `'${scope.ownerId}'`,
    [profileId(profileOf(row))]: `'prof_' || lpad(:profile::int::text, 26, '0')`,
    [accountId(row)]: `'acc_' || lpad(:row::int::text, 26, '0')`,
  }
  const hash = `sha256(convert_to('pst_profile_' || lpad(:profile::int::text, 43, '0'), 'UTF8'))`
  const written = statements.map(({ text, values: given = [] }) =>
    text.replaceAll(/\s+/g, ' ').replaceAll(/\$(\d+)/g, (_all, place) => {
      const value = given[Number(place) - 1]
      return value === null ? 'null::text' : Buffer.isBuffer(value) ? hash : values[String(value)]!
    }),
  )
  const file = join(dataDir, 'reads.sql')
  const pick = [`\\set row random(1, ${rowCount})`, `\\set profile 1 + :row % ${keyCount}`]
  writeFileSync(file, `${[...pick, ...written.map((text) => `${text};`)].join('\n')}\n`)
  return file
}

/** Transactions a second of these statements alone, by pgbench over as many connections; `null` without it. */
export async function measureLimit(engine: Engine, seconds: number): Promise<number | null> {
  const file = await writeScript(engine)
  const options = ['-n', '-M', 'prepared', '-c', '10', '-j', '1', '-T', String(seconds), '-f', file]
  const child = spawn('pgbench', [...options, engine.databaseUrl], {
    env: { PATH: process.env.PATH, PGOPTIONS: '-c enable_memoize=off -c jit=off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const isThere = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', () => resolve(true))
  })
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  return isThere && rate ? Math.round(Number(rate)) : null
}
