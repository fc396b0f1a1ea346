import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type LivingProcess, listProcesses } from '../jobs/processes.ts'
import {
  type Keyring,
  keyName,
  parseKeyring,
  refreshKeyring,
  seal,
  sealingKeyName,
  unseal,
} from '../security/secrets.ts'
import { newEncryptionKey, readStoredKeys, writeStoredKeys } from '../security/stored-secrets.ts'
import { countByKey, readSealed, type SealedColumn, sealedColumns } from './sealed.ts'

export type Rotation = {
  /** The name of the key that seals now. */
  current: string
  /** Whether this call created the key; `false` when it continued an unfinished rotation. */
  isNew: boolean
  resealed: number
  /** How many values were opened with only the current key. */
  verified: number
  /** Older keys of the keyring that no longer seal anything. */
  removable: string[]
}

type Options = {
  /** How long to wait for running processes to use the new key. */
  waitMsMax: number
  wait: (ms: number) => Promise<void>
  onProgress?: (message: string) => void
}

const lockKey = 7_670_121
const pageRows = 200
const pollMs = 500
const passesMax = 10

/**
 * Prepends a new key in secrets.json, waits until every live process seals with it, then reseals all
 * values of older keys in small batches, skipping values that change concurrently. After a kill, the
 * next call continues. Throws when a process does not use the new key in time, or a value cannot be
 * opened.
 */
export async function rotateEncryptionKey(ctx: Context, options: Options): Promise<Rotation> {
  return await withRotationLock(ctx, async () => {
    const { keyring } = ctx.config
    const isNew = ctx.config.hasStoredKeys && !(await isUnfinished(ctx))
    if (isNew) {
      writeStoredKeys(ctx.config.dataDir, [
        newEncryptionKey(),
        ...readStoredKeys(ctx.config.dataDir),
      ])
      refreshKeyring(keyring)
      options.onProgress?.(`created key ${currentOf(keyring)} as the first key`)
    }
    const current = currentOf(keyring)
    await waitForProcesses(ctx, current, options)
    const resealed = await resealAll(ctx, options)
    const verified = await verifyAll(ctx)
    return { current, isNew, resealed, verified, removable: await removableKeys(ctx) }
  })
}

/** Removes the older keys from secrets.json. Throws while one of them still seals a value. */
export async function removeOldKeys(ctx: Context): Promise<string[]> {
  return await withRotationLock(ctx, async () => {
    const names = ctx.config.keyring.slice(1).map(({ id }) => keyName(id))
    const removable = await removableKeys(ctx)
    if (removable.length < names.length) {
      throw new Error(
        'Something is still sealed with an older key: rotate first, without an option.',
      )
    }
    writeStoredKeys(ctx.config.dataDir, readStoredKeys(ctx.config.dataDir).slice(0, 1))
    refreshKeyring(ctx.config.keyring)
    return removable
  })
}

function currentOf(keyring: Keyring): string {
  return keyName(keyring[0].id)
}

async function withRotationLock<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const client = await ctx.db.pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (!rows[0].mine) throw new Error('Another rotation is running on this database.')
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
  }
}

/** Whether values are still sealed with an older key than the current one. */
async function isUnfinished(ctx: Context): Promise<boolean> {
  const counts = await countByKey(ctx.db.query)
  const older = ctx.config.keyring.slice(1)
  return older.some(({ id }) => counts.has(keyName(id)))
}

async function removableKeys(ctx: Context): Promise<string[]> {
  const counts = await countByKey(ctx.db.query)
  const names = ctx.config.keyring.slice(1).map(({ id }) => keyName(id))
  return names.filter((name) => !counts.has(name))
}

async function waitForProcesses(ctx: Context, current: string, options: Options): Promise<void> {
  const until = performance.now() + options.waitMsMax
  for (let poll = 1; ; poll += 1) {
    const behind = (await listProcesses(ctx)).filter(({ key_names: names }) => names[0] !== current)
    if (behind.length === 0) return
    if (performance.now() > until) throw new Error(describeBehind(behind, current))
    if (poll === 1) {
      options.onProgress?.(`waiting for ${behind.length} processes to seal with ${current}`)
    }
    await options.wait(pollMs)
  }
}

function describeBehind(behind: readonly LivingProcess[], current: string): string {
  const list = behind.map(({ host, pid, role }) => `${role} process ${pid} on ${host}`).join(', ')
  return (
    `These processes do not seal with the key ${current}: ${list}. They were started with ENCRYPTION_KEYS ` +
    'or on another DATA_DIR: give them the new ring, restart them, and call this again.'
  )
}

async function resealAll(ctx: Context, options: Options): Promise<number> {
  let resealed = 0
  for (let pass = 1; pass <= passesMax; pass += 1) {
    let rowCount = 0
    for (const column of sealedColumns) {
      const changed = await resealColumn(ctx, column)
      if (changed.found > 0) {
        options.onProgress?.(`${column.table}.${column.column}: ${changed.written} re-encrypted`)
      }
      rowCount += changed.found
      resealed += changed.written
    }
    if (rowCount === 0) return resealed
  }
  throw new Error('Values are still being sealed with an older key: is a process not restarted?')
}

async function resealColumn(
  ctx: Context,
  column: SealedColumn,
): Promise<{ found: number; written: number }> {
  const { keyring } = ctx.config
  let [found, written] = [0, 0]
  const pages = readSealed(ctx, column, { rows: pageRows, exceptKeyId: keyring[0].id })
  for await (const values of pages) {
    const resealed = values.map(({ key, sealed }) => {
      const purpose = column.purpose(...key)
      return seal(keyring, purpose, open(keyring, column, purpose, sealed))
    })
    found += values.length
    written += await ctx.db.transact(async (tx) => {
      const names = column.key.map(
        (name, place) => sql`t.${sql.ref(name)} = v.key${sql.raw(String(place))}`,
      )
      const keys = column.key.map(
        (_, index) => sql`${values.map(({ key }) => key[index]!)}::text[]`,
      )
      const columns = column.key.map((_, index) => sql.raw(`key${index}`))
      const { numAffectedRows } = await sql`
        update ${sql.table(column.table)} t set ${sql.ref(column.column)} = v.fresh
        from unnest(${sql.join([...keys, sql`${values.map(({ sealed }) => sealed)}::bytea[]`, sql`${resealed}::bytea[]`])})
          as v (${sql.join([...columns, sql.raw('old'), sql.raw('fresh')])})
        where ${sql.join(names, sql` and `)} and t.${sql.ref(column.column)} = v.old`.execute(tx)
      return Number(numAffectedRows)
    })
  }
  return { found, written }
}

function open(keyring: Keyring, column: SealedColumn, purpose: string, sealed: Buffer): string {
  try {
    return unseal(keyring, purpose, sealed)
  } catch (cause) {
    const message = `A value of ${column.table}.${column.column} cannot be decrypted: key ${sealingKeyName(sealed)} is missing or the value is damaged (${purpose}).`
    throw new Error(message, { cause })
  }
}

/** Opens all values of the current key with a keyring that has only this key. */
async function verifyAll(ctx: Context): Promise<number> {
  const { id, key } = ctx.config.keyring[0]
  const currentOnly = parseKeyring([key.toString('base64')])
  let verified = 0
  for (const column of sealedColumns) {
    for await (const values of readSealed(ctx, column, { rows: pageRows })) {
      // Skip values written since with an older key; they keep that key from being removable.
      for (const { key: names, sealed } of values) {
        if (!sealed.subarray(0, id.length).equals(id)) continue
        open(currentOnly, column, column.purpose(...names), sealed)
        verified += 1
      }
    }
  }
  return verified
}
