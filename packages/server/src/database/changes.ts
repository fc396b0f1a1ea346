import { randomUUID } from 'node:crypto'
import type { Topic } from '../core/topics.ts'

/** Whom a change belongs to: an owner and profile, or a row that they are looked up by. */
export type ChangeOwner =
  | { ownerId: string; profileId: string | null }
  | { accountId: string }
  | { endpointId: string }
  | { linkId: string }

export type Change = { ownerId: string; profileId: string | null; topics: Topic[] }

/**
 * Notifies live pages, in this process and in others, which topics changed, so that they reload. Distinct
 * notices are batched for 250 ms and sent in one statement after the commits, outside of their
 * transactions. A lost notice only delays a page until its next periodic reload.
 */
export type Changes = {
  note(topic: Topic, owner: ChangeOwner): void
  listen(listener: ChangeListener): () => void
  /** Sends what is still waiting. */
  flush(): Promise<void>
  /** Ends all listeners and refuses new ones, because the process is about to stop. */
  end(): void
  /** Handles a payload from another process. */
  receive(payload: string): void
}

export type ChangeListener = { notify(changes: Change[]): void; end(): void }

const batchMs = 250
const noticesMax = 2_000
/** PostgreSQL accepts payloads below 8,000 bytes. */
const payloadBytesMax = 7_500

export function createChanges(options: {
  /** Sends to other processes; `null` keeps notices in this process. */
  send: ((payloads: string[]) => Promise<void>) | null
  /** Looks up the owners and profiles of rows by id; deleted rows are missing from the result. */
  findOwners: (
    rowIds: string[],
  ) => Promise<{ id: string; owner_id: string; profile_id: string | null }[]>
  onError: (err: unknown) => void
}): Changes {
  const senderId = randomUUID()
  const listeners = new Set<ChangeListener>()
  const pending = new Map<string, { topic: Topic; owner: ChangeOwner }>()
  let timer: NodeJS.Timeout | null = null
  let ended = false

  const flush = async () => {
    timer = null
    if (pending.size === 0) return
    const notices = [...pending.values()]
    pending.clear()
    const changes = mergeChanges(await resolveOwners(notices, options.findOwners))
    for (const listener of listeners) listener.notify(changes)
    if (options.send && changes.length > 0) await options.send(payloadsOf(senderId, changes))
  }
  return {
    note: (topic, owner) => {
      if (ended || (!options.send && listeners.size === 0)) return
      // Drop the notice: pages see the change at their next periodic reload.
      if (pending.size >= noticesMax) return
      pending.set(keyOf(topic, owner), { topic, owner })
      timer ??= setTimeout(() => void flush().catch(options.onError), batchMs).unref()
    },
    listen: (listener) => {
      if (ended) listener.end()
      else listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    flush: async () => {
      if (timer) clearTimeout(timer)
      await flush()
    },
    end: () => {
      ended = true
      if (timer) clearTimeout(timer)
      for (const listener of listeners) listener.end()
      listeners.clear()
    },
    receive: (payload) => {
      if (listeners.size === 0) return
      const [sender, ...lines] = payload.split('\n')
      if (sender === senderId) return
      const changes = lines.map(readLine)
      for (const listener of listeners) listener.notify(changes)
    },
  }
}

function keyOf(topic: Topic, owner: ChangeOwner): string {
  return `${topic} ${rowIdOf(owner) ?? Object.values(owner).join(' ')}`
}

function rowIdOf(owner: ChangeOwner): string | null {
  if ('accountId' in owner) return owner.accountId
  if ('endpointId' in owner) return owner.endpointId
  return 'linkId' in owner ? owner.linkId : null
}

type ResolvedNotice = { ownerId: string; profileId: string | null; topic: Topic }

async function resolveOwners(
  notices: readonly { topic: Topic; owner: ChangeOwner }[],
  findOwners: Parameters<typeof createChanges>[0]['findOwners'],
): Promise<ResolvedNotice[]> {
  const ids = [...new Set(notices.flatMap(({ owner }) => rowIdOf(owner) ?? []))]
  const rows = ids.length === 0 ? [] : await findOwners(ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return notices.flatMap(({ topic, owner }): ResolvedNotice[] => {
    if ('ownerId' in owner) return [{ ...owner, topic }]
    const row = byId.get(rowIdOf(owner)!)
    return row ? [{ ownerId: row.owner_id, profileId: row.profile_id, topic }] : []
  })
}

/** Merges the notices into one change per profile. */
function mergeChanges(located: readonly ResolvedNotice[]): Change[] {
  const changes = new Map<string, Change>()
  for (const { ownerId, profileId, topic } of located) {
    const key = `${ownerId} ${profileId ?? ''}`
    const change = changes.get(key) ?? { ownerId, profileId, topics: [] }
    changes.set(key, change)
    if (!change.topics.includes(topic)) change.topics.push(topic)
  }
  return [...changes.values()]
}

/** Packs changes into as few payloads as possible: the sender, then a line for each change. */
function payloadsOf(self: string, changes: readonly Change[]): string[] {
  const payloads: string[] = []
  let payload = self
  for (const { ownerId, profileId, topics } of changes) {
    const line = `\n${ownerId} ${profileId ?? '-'} ${topics.join()}`
    if (payload.length + line.length > payloadBytesMax) {
      payloads.push(payload)
      payload = self
    }
    payload += line
  }
  return [...payloads, payload]
}

function readLine(line: string): Change {
  const [ownerId = '', profileId = '', names = ''] = line.split(' ')
  return {
    ownerId,
    profileId: profileId === '-' ? null : profileId,
    topics: names.split(',') as Topic[],
  }
}
