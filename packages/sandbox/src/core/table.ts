export type Index<T> = (record: T) => string | undefined

export type Table<T extends { id: string }, I extends string = never> = {
  readonly name: string
  readonly size: number
  get(id: string): Readonly<T> | undefined
  put(record: T): Readonly<T>
  update(id: string, patch: Partial<T>): Readonly<T>
  remove(id: string): void
  clear(): void
  values(): IterableIterator<Readonly<T>>
  /** Records whose index key is `key`, oldest insertion first. Index keys never change. */
  by(index: I, key: string): Readonly<T>[]
  /** How many records `by` would return. */
  count(index: I, key: string): number
  /** One JSON text per record; only records changed since the last call are stringified again. */
  serialize(): string[]
}

/**
 * Keeps records by id with indexes, so that no request scans the whole state.
 * Records are read-only to callers: a change that bypasses `update` would not be saved.
 */
export function createTable<T extends { id: string }, I extends string = never>(
  name: string,
  indexes: Record<I, Index<T>>,
  changed: () => void,
): Table<T, I> {
  const records = new Map<string, T>()
  const texts = new Map<string, string>()
  const dirty = new Set<string>()
  const buckets = new Map<string, Map<string, Set<string>>>()
  const definitions = Object.entries(indexes) as [I, Index<T>][]
  for (const [index] of definitions) buckets.set(index, new Map())

  const eachBucket = (record: T, act: (bucket: Map<string, Set<string>>, key: string) => void) => {
    for (const [index, keyOf] of definitions) {
      const key = keyOf(record)
      if (key !== undefined) act(buckets.get(index)!, key)
    }
  }
  const forget = (record: T) =>
    eachBucket(record, (bucket, key) => {
      const ids = bucket.get(key)
      ids?.delete(record.id)
      if (ids?.size === 0) bucket.delete(key)
    })
  const touch = (id: string) => {
    dirty.add(id)
    changed()
  }

  return {
    name,
    get size() {
      return records.size
    },
    get: (id) => records.get(id),
    put(record) {
      const old = records.get(record.id)
      if (old) forget(old)
      records.set(record.id, record)
      eachBucket(record, (bucket, key) => {
        const ids = bucket.get(key)
        if (ids) ids.add(record.id)
        else bucket.set(key, new Set([record.id]))
      })
      touch(record.id)
      return record
    },
    update(id, patch) {
      const record = records.get(id)
      if (!record) throw new Error(`${name}: no record ${id}`)
      Object.assign(record, patch)
      touch(id)
      return record
    },
    remove(id) {
      const record = records.get(id)
      if (!record) return
      forget(record)
      records.delete(id)
      texts.delete(id)
      dirty.delete(id)
      changed()
    },
    clear() {
      records.clear()
      texts.clear()
      dirty.clear()
      for (const bucket of buckets.values()) bucket.clear()
      changed()
    },
    values: () => records.values(),
    by(index, key) {
      const ids = buckets.get(index)?.get(key)
      return ids ? [...ids].map((id) => records.get(id)!) : []
    },
    count: (index, key) => buckets.get(index)?.get(key)?.size ?? 0,
    serialize() {
      for (const id of dirty) texts.set(id, JSON.stringify(records.get(id)))
      dirty.clear()
      return [...texts.values()]
    },
  }
}
