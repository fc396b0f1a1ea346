import { guarantees, type ServerState } from '../../database/server-state.ts'
import type { System } from '../../schemas/system.ts'

export function showServer(state: ServerState): System['database'] {
  const { holds, message } = guarantees[state.guarantee]
  return {
    role: state.role,
    replication: state.replication,
    replicas: state.replicas.map((replica) => ({
      name: replica.name,
      synchronous: replica.isSynchronous,
      lag_bytes: replica.lagBytes,
      lag_seconds: replica.lagSeconds,
    })),
    never_twice: { holds, code: state.guarantee, message },
    last_failover: state.changedAt && {
      noticed_at: state.changedAt.toISOString(),
      lost_since: state.lost?.since.toISOString() ?? null,
      lost_until: state.lost?.until.toISOString() ?? null,
    },
  }
}

/** What `/ready` tells everybody: without the names of replicas, which are the operator's. */
export function showServerPublicly(state: ServerState) {
  const { replicas, ...shown } = showServer(state)
  return { ...shown, replicas: replicas.map(({ name: _, ...replica }) => replica) }
}
