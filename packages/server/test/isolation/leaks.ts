import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { TenantRow } from './rows.ts'
import { type ExistingTenant, markers } from './tenants.ts'

/** Everything that gives away a space: the ids of its rows and its mark. */
export type ForeignValues = { tenantOf: Map<string, ExistingTenant>; secrets: string[] }

const shapes = new RegExp(
  [
    '[a-z]{3,5}_[0-9a-hjkmnp-tv-z]{26}',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    ...Object.values(markers),
  ].join('|'),
  'g',
)

export function collectForeignValues(
  fixture: Fixture,
  placed: readonly TenantRow[],
): ForeignValues {
  const spaceOf = new Map<string, ExistingTenant>()
  for (const { row, tenant } of placed) {
    // The owner's own id is told to each of its keys by GET /v1/me.
    if (!tenant || row.id === fixture.testApp.ownerId) continue
    if (typeof row.id === 'string') spaceOf.set(row.id, tenant)
  }
  for (const [tenant, mark] of Object.entries(markers)) spaceOf.set(mark, tenant as ExistingTenant)
  return { tenantOf: spaceOf, secrets: fixture.secrets }
}

/** What of other spaces is in a text, each with the space. */
export function findLeaks(
  { tenantOf: spaceOf, secrets }: ForeignValues,
  text: string,
  maySee: (tenant: ExistingTenant, value: string) => boolean,
): string[] {
  const found = new Set<string>()
  for (const [value] of text.matchAll(shapes)) {
    const tenant = spaceOf.get(value)
    if (tenant && !maySee(tenant, value)) found.add(`${value} of ${tenant}`)
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
export function mayReveal(caller: Caller, route: Route) {
  const { operationId } = route
  const isOwner = caller.kind === 'owner' && !caller.refused
  return (tenant: ExistingTenant, value: string): boolean => {
    if (caller.visibleTenants.includes(tenant) || caller.ownIds.includes(value)) return true
    if (!isOwner) return false
    if (tenant === caller.owner)
      return !caller.within || ownersTags.has(route.tag) || ownersOperations.test(operationId)
    if (caller.owner === 'other') return false
    const isEnded = tenant === 'deleting' || tenant === 'erased'
    // `profile.deleted` is delivered to endpoints of no profile (interface.md "Profile deletion").
    if (tenant === 'erased' && !caller.within && /Deliver(y|ies)$/.test(operationId)) return true
    if (isEnded) return /listProfileDeletions|listAuditLog|deleteProfile/.test(operationId)
    // The header narrows what of profiles is seen, not whom the owner gave them to.
    return tenant === 'b' && route.tag === 'Members'
  }
}
