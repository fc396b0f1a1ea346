import { sql } from 'kysely'
import { limits } from '../core/limits.ts'

/** Whose slots a running row uses. `server` is `null` on a network with one address. */
export type SlotUser = { readonly profileId: string; readonly server: string | null }

const { ofProfile, ofServer } = limits.work.share

/**
 * Chooses among rows, so that one client's slow server does not hold up all others: a profile uses at most a
 * quarter of a process's slots and a server half of them. Reads the query `candidate` (id, due_at,
 * profile_id, server); `in_turn` has those within the shares, with their turn among their profile's.
 */
export function withinShares(slots: number, running: readonly SlotUser[]) {
  const { profiles, servers } = slotsInUse(running)
  return sql`
    of_profile as (
      select candidate.*, coalesce(used.slots, 0) + row_number() over (
        partition by candidate.profile_id order by candidate.due_at, candidate.id) as turn
      from candidate left join unnest(${profiles.names}::text[], ${profiles.counts}::int[])
        as used (profile_id, slots) on used.profile_id = candidate.profile_id),
    of_server as (
      select of_profile.*, coalesce(used.slots, 0) + row_number() over (
        partition by of_profile.server order by of_profile.turn, of_profile.due_at) as server_turn
      from of_profile left join unnest(${servers.names}::text[], ${servers.counts}::int[])
        as used (server, slots) on used.server = of_profile.server
      where of_profile.turn <= ${shareOf(slots, ofProfile)}),
    in_turn as (
      select id, due_at, profile_id, server, turn from of_server
      where server is null or server_turn <= ${shareOf(slots, ofServer)})`
}

/** The profiles and servers that use their whole share. */
export function findFull(slots: number, running: readonly SlotUser[]) {
  const { profiles, servers } = slotsInUse(running)
  const full = ({ names, counts }: Counted, share: number) =>
    names.filter((_name, index) => counts[index]! >= shareOf(slots, share))
  return { profiles: full(profiles, ofProfile), servers: full(servers, ofServer) }
}

type Counted = { names: string[]; counts: number[] }

function slotsInUse(running: readonly SlotUser[]): { profiles: Counted; servers: Counted } {
  return {
    profiles: countEach(running.map(({ profileId }) => profileId)),
    servers: countEach(running.flatMap(({ server }) => server ?? [])),
  }
}

function countEach(names: readonly string[]): Counted {
  const groups = [...Map.groupBy(names, (name) => name)]
  return { names: groups.map(([name]) => name), counts: groups.map(([, each]) => each.length) }
}

function shareOf(slots: number, share: number): number {
  return Math.max(1, Math.floor(slots * share))
}
