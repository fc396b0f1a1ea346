import { expect, test } from 'vitest'
import type { ServerState } from '../../database/server-state.ts'
import { checkFailover } from './failover.ts'

const server: ServerState = {
  role: 'primary',
  replication: 'asynchronous',
  replicas: [{ name: 'db2', isSynchronous: false, lagBytes: 4_096, lagSeconds: 1.26 }],
  guarantee: 'searched',
  changedAt: null,
  lost: null,
}
const failover = new Date('2026-11-20T10:00:05Z')

test.each([
  [{}, 'ok primary, asynchronous; db2 is 1.3 s and 4096 bytes behind'],
  [{ replication: null }, 'warning primary; not visible to this role'],
  [{ replication: 'none', replicas: [] }, 'ok primary without replicas'],
  [{ role: 'replica' }, 'problem the server is a replica'],
  [{ role: 'read_only' }, 'problem the server is read-only'],
  [{ guarantee: 'nothing_lost' }, 'ok A failover loses nothing'],
  [{ guarantee: 'unnoticed' }, 'problem A failover that loses commits is not noticed'],
  [{ changedAt: failover }, 'ok noticed at 2026-11-20T10:00:05.000Z; nothing was lost'],
] as const)('a server with %j: %s', (change, expected) => {
  const lines = checkFailover({ ...server, ...change } as ServerState)
  const texts = lines.map(({ level, text }) => `${level} ${text}`)
  expect(texts).toContainEqual(expect.stringContaining(expected))
})
