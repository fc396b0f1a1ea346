import { guarantees, type Replica, type ServerState } from '../../database/server-state.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const monitor = 'The role needs pg_monitor to see it: grant pg_monitor to <role>.'

/** The role and the replicas of the server, what a failover costs, and the last one. */
export function checkFailover(server: ServerState): Finding[] {
  return [checkReplication(server), checkGuarantee(server), ...describeLast(server)]
}

function checkReplication({ role, replication, replicas }: ServerState): Finding {
  const check = 'replication'
  if (role !== 'primary') {
    const text = role === 'replica' ? 'the server is a replica' : 'the server is read-only'
    return problem(check, text, 'Nothing can be stored. Check DATABASE_URL and the server.')
  }
  if (replication === null) return warning(check, 'primary; not visible to this role', monitor)
  if (replication === 'none') return ok(check, 'primary without replicas')
  return ok(check, `primary, ${replication}; ${replicas.map(describeReplica).join(', ')}`)
}

function describeReplica({ name, lagBytes, lagSeconds }: Replica): string {
  if (lagBytes === null || lagSeconds === null) return `${name}: lag not visible to this role`
  return `${name} is ${lagSeconds.toFixed(1)} s and ${lagBytes} bytes behind`
}

function checkGuarantee({ guarantee }: ServerState): Finding {
  const { holds, message } = guarantees[guarantee]
  if (holds) return ok('never twice', message)
  const advice =
    guarantee === 'unnoticed'
      ? 'Grant the role execute on pg_control_system, pg_current_wal_lsn and pg_walfile_name.'
      : 'Turn these settings on.'
  return problem('never twice', message, advice)
}

function describeLast({ changedAt, lost }: ServerState): Finding[] {
  if (!changedAt) return []
  const text = `noticed at ${changedAt.toISOString()}`
  if (!lost) return [ok('last failover', `${text}; nothing was lost`)]
  const span = `commits from ${lost.since.toISOString()} to ${lost.until.toISOString()} may be missing`
  const advice = 'Posts of that time that are unknown need a person: see docs/publishing.md.'
  return [warning('last failover', `${text}; ${span}`, advice)]
}
