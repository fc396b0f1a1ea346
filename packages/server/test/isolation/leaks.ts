import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import type { TenantRow } from './rows.ts'
import { type ExistingTenant, markers } from './tenants.ts'

/** The values to search responses for: row IDs and markers with their tenant, and secrets. */
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
  tenantRows: readonly TenantRow[],
): ForeignValues {
  const tenantOf = new Map<string, ExistingTenant>()
  for (const { row, tenant } of tenantRows) {
    // GET /v1/me returns the owner's ID to each of its keys.
    if (!tenant || row.id === fixture.testApp.ownerId) continue
    if (typeof row.id === 'string') tenantOf.set(row.id, tenant)
  }
  for (const [tenant, marker] of Object.entries(markers))
    tenantOf.set(marker, tenant as ExistingTenant)
  return { tenantOf, secrets: fixture.secrets }
}

/** Describes each value of a tenant in the text for which `isAllowed` returns false, and each secret. */
export function findLeaks(
  { tenantOf, secrets }: ForeignValues,
  text: string,
  isAllowed: (tenant: ExistingTenant, value: string) => boolean,
): string[] {
  const found = new Set<string>()
  for (const [value] of text.matchAll(shapes)) {
    const tenant = tenantOf.get(value)
    if (tenant && !isAllowed(tenant, value)) found.add(`${value} of ${tenant}`)
  }
  for (const secret of secrets) if (text.includes(secret)) found.add(`the secret ${secret}`)
  return [...found]
}

/** Tags of the owner's resources, which the Service-Profile header does not filter. */
const ownersTags = new Set(['Members', 'Owner', 'Audit log', 'Requests', 'System', 'Sign-in'])
const ownersOperations = /RedirectOrigin|ConnectSettings|ConnectLogo|getMe/

/**
 * Returns a function that decides whether the operation may return a tenant's value to the caller. In
 * addition to visible tenants, this allows the caller's own IDs and, to owners, members, actors and deleted profiles.
 */
export function mayReveal(caller: Caller, route: Route) {
  const { operationId } = route
  const isOwner = caller.kind === 'owner' && !caller.refused
  return (tenant: ExistingTenant, value: string): boolean => {
    if (caller.visibleTenants.includes(tenant) || caller.ownIds.includes(value)) return true
    // Members see each other; team.test.ts tests which profiles they must share.
    if (operationId === 'listAssignees' && tenant === caller.owner) return true
    if (!isOwner) return false
    if (tenant === caller.owner)
      return (
        !caller.headerProfile || ownersTags.has(route.tag) || ownersOperations.test(operationId)
      )
    if (caller.owner === 'other') return false
    const isEnded = tenant === 'deleting' || tenant === 'erased'
    // `profile.deleted` is delivered to endpoints of no profile (contract.md §3).
    if (tenant === 'erased' && !caller.headerProfile && /Deliver(y|ies)$/.test(operationId))
      return true
    // The paths of the owner's own requests keep the ids of deleted profiles.
    if (isEnded)
      return /listProfileDeletions|AuditLog|deleteProfile|ApiRequests?$/.test(operationId)
    // The header filters the resources of profiles, not the profiles assigned to members.
    return tenant === 'b' && route.tag === 'Members'
  }
}
