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
  /** Records with this index key, in insertion order. `update` must not change index keys. */
  by(index: I, key: string): Readonly<T>[]
  /** The number of records that `by` returns. */
  count(index: I, key: string): number
  /** One JSON text per record. Only records changed since the last call are serialized again. */
  serialize(): string[]
}

/** Records by id, with indexes. Change them through `update` only, or the change is not saved. */
export function createTable<T extends { id: string }, I extends string = never>(
  name: string,
  definitions: Record<I, Index<T>>,
  changed: () => void,
): Table<T, I> {
  const records = new Map<string, T>()
  const texts = new Map<string, string>()
  const dirty = new Set<string>()
  const indexes = createIndexes<T, I>(definitions)
  const markChanged = (id: string) => {
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
      if (old) indexes.remove(old)
      records.set(record.id, record)
      indexes.add(record)
      markChanged(record.id)
      return record
    },
    update(id, patch) {
      const record = records.get(id)
      if (!record) throw new Error(`${name}: no record ${id}`)
      Object.assign(record, patch)
      markChanged(id)
      return record
    },
    remove(id) {
      const record = records.get(id)
      if (!record) return
      indexes.remove(record)
      for (const store of [records, texts, dirty]) store.delete(id)
      changed()
    },
    clear() {
      for (const store of [records, texts, dirty, indexes]) store.clear()
      changed()
    },
    values: () => records.values(),
    by: (index, key) => [...(indexes.find(index, key) ?? [])].map((id) => records.get(id)!),
    count: (index, key) => indexes.find(index, key)?.size ?? 0,
    serialize() {
      for (const id of dirty) texts.set(id, JSON.stringify(records.get(id)))
      dirty.clear()
      return [...texts.values()]
    },
  }
}

/** Maps each index and key to record ids. Keys without records are removed. */
function createIndexes<T extends { id: string }, I extends string>(
  definitions: Record<I, Index<T>>,
) {
  const readers = Object.entries(definitions) as [I, Index<T>][]
  const buckets = new Map<I, Map<string, Set<string>>>(readers.map(([index]) => [index, new Map()]))
  return {
    add(record: T) {
      for (const [index, keyOf] of readers) {
        const key = keyOf(record)
        if (key === undefined) continue
        const ids = buckets.get(index)!.get(key)
        if (ids) ids.add(record.id)
        else buckets.get(index)!.set(key, new Set([record.id]))
      }
    },
    remove(record: T) {
      for (const [index, keyOf] of readers) {
        const key = keyOf(record)
        const ids = key === undefined ? undefined : buckets.get(index)!.get(key)
        ids?.delete(record.id)
        if (key !== undefined && ids?.size === 0) buckets.get(index)!.delete(key)
      }
    },
    find: (index: I, key: string) => buckets.get(index)?.get(key),
    clear() {
      for (const bucket of buckets.values()) bucket.clear()
    },
  }
}
