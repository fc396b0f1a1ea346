import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Placed } from './rows.ts'
import { type Lived, marks } from './spaces.ts'
import type { World } from './world.ts'

/** Everything that gives away a space: the ids of its rows and its mark. */
export type Needles = { spaceOf: Map<string, Lived>; secrets: string[] }

const shapes = new RegExp(
  [
    '[a-z]{3,5}_[0-9a-hjkmnp-tv-z]{26}',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    ...Object.values(marks),
  ].join('|'),
  'g',
)

export function needlesOf(world: World, placed: readonly Placed[]): Needles {
  const spaceOf = new Map<string, Lived>()
  for (const { row, space } of placed) {
    // The owner's own id is told to each of its keys by GET /v1/me.
    if (!space || row.id === world.testApp.ownerId) continue
    if (typeof row.id === 'string') spaceOf.set(row.id, space)
  }
  for (const [space, mark] of Object.entries(marks)) spaceOf.set(mark, space as Lived)
  return { spaceOf, secrets: world.secrets }
}

/** What of other spaces is in a text, each with the space. */
export function foundIn(
  { spaceOf, secrets }: Needles,
  text: string,
  maySee: (space: Lived, needle: string) => boolean,
): string[] {
  const found = new Set<string>()
  for (const [needle] of text.matchAll(shapes)) {
    const space = spaceOf.get(needle)
    if (space && !maySee(space, needle)) found.add(`${needle} of ${space}`)
  }
  for (const secret of secrets) if (text.includes(secret)) found.add(`the secret ${secret}`)
  return [...found]
}

/** The tags of what belongs to an owner as such; a header does not narrow it. */
const ownersTags = new Set(['Members', 'Owner', 'Audit log', 'System', 'Sign-in'])
const ownersOperations = /RedirectOrigin|ConnectSettings|getMe/

/**
 * Whether the caller may be told something of a space by this operation. Beyond what it sees: what
 * it is itself, whom the owner employs, who did something, and which profiles were deleted.
 */
export function mayTell(caller: Caller, route: Route) {
  const { operationId } = route
  const isOwner = caller.kind === 'owner' && !caller.refused
  return (space: Lived, needle: string): boolean => {
    if (caller.sees.includes(space) || caller.ownIds.includes(needle)) return true
    if (!isOwner) return false
    if (space === caller.owner)
      return !caller.within || ownersTags.has(route.tag) || ownersOperations.test(operationId)
    if (caller.owner === 'other') return false
    const isEnded = space === 'going' || space === 'gone'
    // `profile.deleted` is delivered to endpoints of no profile (interface.md "Profile deletion").
    if (space === 'gone' && !caller.within && /Deliver(y|ies)$/.test(operationId)) return true
    if (isEnded) return /listProfileDeletions|listAuditLog|deleteProfile/.test(operationId)
    // The header narrows what of profiles is seen, not whom the owner gave them to.
    return space === 'b' && route.tag === 'Members'
  }
}
