import { inject } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import type { Caller } from './callers.ts'
import type { Fixture } from './fixture.ts'
import {
  draftRequest,
  type IdField,
  idFieldsOf,
  type RequestDraft,
  visibleIdsOf,
} from './requests.ts'
import { type CapturedResponse, send } from './send.ts'
import { type ResourceType, type Tenant, tenants } from './tenants.ts'

/** A request of a caller with an ID of the tenant in one ID field; `null` for a request without one. */
export type Case = {
  caller: Caller
  idField: IdField | null
  tenant: Tenant
  referenceIndex: number
}

/** `nonexistent` comes first because the other responses are compared with it. */
const nonexistentFirst = [
  'nonexistent',
  ...tenants.filter((tenant) => tenant !== 'nonexistent'),
] as const

/** A refused caller is refused before the request is read, so `npm test` sends few of its IDs. */
const refusedTenants: readonly Tenant[] = ['other']
const isSent = ({ access }: Route, { refused }: Caller, tenant: Tenant): boolean =>
  inject('isFull') || access === 'public' || !refused || refusedTenants.includes(tenant)

/** Every caller × every ID field × every ID of that type. */
export function casesOf(fixture: Fixture, callers: readonly Caller[], route: Route): Case[] {
  const idFields = idFieldsOf(route)
  const canOmitIds = !idFields.some(({ location }) => location === 'path')
  const named = idFields.flatMap((idField) =>
    nonexistentFirst.flatMap((tenant) =>
      referencesOf(fixture, route, idField, tenant).map((referenceIndex) => ({
        idField,
        tenant,
        referenceIndex,
      })),
    ),
  )
  const all = canOmitIds
    ? [{ idField: null, tenant: 'a' as Tenant, referenceIndex: 0 }, ...named]
    : named
  return callers.flatMap((caller) =>
    all.filter(({ tenant }) => isSent(route, caller, tenant)).map((each) => ({ caller, ...each })),
  )
}

/** Profiles can be referred to by `external_id` too, except where the API accepts only IDs. */
function referencesOf(
  fixture: Fixture,
  { operationId }: Route,
  idField: IdField,
  tenant: Tenant,
): number[] {
  const isById = idField.name === 'profile_ids' || operationId.endsWith('AuditLog')
  const all = (fixture.resourceIds[idField.type][tenant] ?? []).map((_, at) => at)
  return isById ? all.slice(0, 1) : all
}

export async function sendCase(
  fixture: Fixture,
  route: Route,
  testCase: Case,
): Promise<CapturedResponse> {
  return await send(fixture, testCase.caller, route, requestOf(fixture, route, testCase))
}

export function requestOf(fixture: Fixture, route: Route, testCase: Case): RequestDraft {
  const { caller, idField, tenant, referenceIndex } = testCase
  const visibleId = visibleIdsOf(fixture.resourceIds, caller)
  if (!idField) return draftRequest(fixture, route, visibleId, null)
  const id = fixture.resourceIds[idField.type][tenant]![referenceIndex]!
  const [, child] = idFieldsOf(route).filter(({ location }) => location === 'path')
  const named = { idField, id, child: child ? childOf(fixture, child.type, tenant) : null }
  return draftRequest(fixture, route, visibleId, named)
}

/** The child ID in a path such as /posts/{id}/targets/{targetId}: of the same tenant, or nonexistent. */
function childOf({ resourceIds }: Fixture, type: ResourceType, tenant: Tenant): string {
  return (resourceIds[type][tenant] ?? resourceIds[type].nonexistent)![0]!
}
