import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import { draftRequest, type IdField, idFieldsOf, visibleIdsOf } from './requests.ts'
import { type CapturedResponse, send } from './send.ts'
import { type ResourceType, type Tenant, tenants } from './tenants.ts'

/** A caller that asks an operation about one thing; without a slot it names nothing. */
export type Case = { caller: Caller; idField: IdField | null; tenant: Tenant; spelling: number }

/** `never` first: the others are held against it. */
const inOrder = ['nonexistent', ...tenants.filter((tenant) => tenant !== 'nonexistent')] as const

/** Every caller × every place that names something × everything that it can name. */
export function casesOf(fixture: Fixture, callers: readonly Caller[], route: Route): Case[] {
  const idFields = idFieldsOf(route)
  const isWhole = !idFields.some(({ place }) => place === 'path')
  const named = idFields.flatMap((idField) =>
    inOrder.flatMap((tenant) =>
      spellingsOf(fixture, route, idField, tenant).map((spelling) => ({
        idField,
        tenant,
        spelling,
      })),
    ),
  )
  const all = isWhole ? [{ idField: null, tenant: 'a' as Tenant, spelling: 0 }, ...named] : named
  return callers.flatMap((caller) => all.map((each) => ({ caller, ...each })))
}

/** An `external_id` counts everywhere but where the document wants ids. */
function spellingsOf(
  fixture: Fixture,
  { operationId }: Route,
  idField: IdField,
  tenant: Tenant,
): number[] {
  const isById = idField.name === 'profile_ids' || operationId === 'listAuditLog'
  const all = (fixture.resourceIds[idField.type][tenant] ?? []).map((_, at) => at)
  return isById ? all.slice(0, 1) : all
}

export async function sendCase(
  fixture: Fixture,
  route: Route,
  given: Case,
): Promise<CapturedResponse> {
  const { caller, idField, tenant, spelling } = given
  const own = visibleIdsOf(fixture.resourceIds, caller)
  if (!idField) return await send(fixture, caller, route, draftRequest(fixture, route, own, null))
  const id = fixture.resourceIds[idField.type][tenant]![spelling]!
  const [, child] = idFieldsOf(route).filter(({ place }) => place === 'path')
  const named = { idField, id, child: child ? childOf(fixture, child.type, tenant) : null }
  return await send(fixture, caller, route, draftRequest(fixture, route, own, named))
}

/** What lies under the thing that is named: of the same space, or nobody's. */
function childOf({ resourceIds }: Fixture, type: ResourceType, tenant: Tenant): string {
  return (resourceIds[type][tenant] ?? resourceIds[type].nonexistent)![0]!
}
