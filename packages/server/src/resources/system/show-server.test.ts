import { expect, test } from 'vitest'
import { showServer, showServerPublicly } from './show-server.ts'

const state = {
  role: 'primary',
  replication: 'asynchronous',
  replicas: [{ name: 'db2.internal', isSynchronous: false, lagBytes: 8, lagSeconds: 1 }],
  guarantee: 'searched',
  changedAt: null,
  lost: null,
} as const

test('the system page names the replicas, and the public page tells only their state', () => {
  const replica = { synchronous: false, lag_bytes: 8, lag_seconds: 1 }
  expect(showServer({ ...state, replicas: [...state.replicas] }).replicas).toEqual([
    { name: 'db2.internal', ...replica },
  ])
  expect(showServerPublicly({ ...state, replicas: [...state.replicas] }).replicas).toEqual([
    replica,
  ])
})
