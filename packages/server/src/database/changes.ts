import { randomUUID } from 'node:crypto'
import type { Topic } from '../core/topics.ts'

/** Whose change it is: named, or found by the row that it belongs to. */
export type ChangeOwner =
  | { ownerId: string; profileId: string | null }
  | { accountId: string }
  | { endpointId: string }
  | { linkId: string }

export type Change = { ownerId: string; profileId: string | null; topics: Topic[] }

/**
 * Tells pages, of this process and of others, that something changed, so that they read it again.
 * Only that, never what: distinct notices are gathered for a quarter of a second and go out with one
 * statement, after the commits and beside them. One that is lost costs a page the wait until it reads
 * by itself.
 */
export type Changes = {
  note(topic: Topic, owner: ChangeOwner): void
  listen(listener: ChangeListener): () => void
  /** Ends all listeners, and refuses new ones: the process is about to stop. */
  end(): void
  /** What another process sent. */
  receive(payload: string): void
}

export type ChangeListener = { notify(changes: Change[]): void; end(): void }

const batchMs = 250
const noticesMax = 2_000
/** PostgreSQL takes payloads below 8,000 bytes. */
const payloadBytesMax = 7_500

export function createChanges(options: {
  /** Sends to other processes; missing where there are none. */
  send: ((payloads: string[]) => Promise<void>) | null
  /** The owners and profiles of rows by their ids; rows that are gone are left out. */
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
    const notices = [...pending.values()]
    pending.clear()
    const changes = mergeChanges(await resolveOwners(notices, options.findOwners))
    for (const listener of listeners) listener.notify(changes)
    if (options.send && changes.length > 0) await options.send(payloadsOf(senderId, changes))
  }
  return {
    note: (topic, owner) => {
      if (ended || (!options.send && listeners.size === 0)) return
      // Beyond this the page's own reading has to do.
      if (pending.size >= noticesMax) return
      pending.set(keyOf(topic, owner), { topic, owner })
      timer ??= setTimeout(() => void flush().catch(options.onError), batchMs).unref()
    },
    listen: (listener) => {
      if (ended) listener.end()
      else listeners.add(listener)
      return () => void listeners.delete(listener)
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
  findPlaces: Parameters<typeof createChanges>[0]['findOwners'],
): Promise<ResolvedNotice[]> {
  const ids = [...new Set(notices.flatMap(({ owner }) => rowIdOf(owner) ?? []))]
  const rows = ids.length === 0 ? [] : await findPlaces(ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return notices.flatMap(({ topic, owner }): ResolvedNotice[] => {
    if ('ownerId' in owner) return [{ ...owner, topic }]
    const row = byId.get(rowIdOf(owner)!)
    return row ? [{ ownerId: row.owner_id, profileId: row.profile_id, topic }] : []
  })
}

/** One change for each profile, with all its topics. */
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

/** The sender, then a line for each change; as few payloads as will do. */
function payloadsOf(self: string, changes: readonly Change[]): string[] {
  const payloads: string[] = []
  let payload = self
  for (const { ownerId, profileId, topics: own } of changes) {
    const line = `\n${ownerId} ${profileId ?? '-'} ${own.join()}`
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
