import type { Route } from '../../src/http/route.ts'
import { ask, type Reply } from './ask.ts'
import type { Caller } from './callers.ts'
import { draftOf, ownOf, type Slot, slotsOf } from './requests.ts'
import { type Noun, type Space, spaces } from './spaces.ts'
import type { World } from './world.ts'

/** A caller that asks an operation about one thing; without a slot it names nothing. */
export type Case = { caller: Caller; slot: Slot | null; space: Space; spelling: number }

/** `never` first: the others are held against it. */
const inOrder = ['never', ...spaces.filter((space) => space !== 'never')] as const

/** Every caller × every place that names something × everything that it can name. */
export function casesOf(world: World, callers: readonly Caller[], route: Route): Case[] {
  const slots = slotsOf(route)
  const isWhole = !slots.some(({ place }) => place === 'path')
  const named = slots.flatMap((slot) =>
    inOrder.flatMap((space) =>
      spellingsOf(world, route, slot, space).map((spelling) => ({ slot, space, spelling })),
    ),
  )
  const all = isWhole ? [{ slot: null, space: 'a' as Space, spelling: 0 }, ...named] : named
  return callers.flatMap((caller) => all.map((each) => ({ caller, ...each })))
}

/** An `external_id` counts everywhere but where the document wants ids. */
function spellingsOf(world: World, { operationId }: Route, slot: Slot, space: Space): number[] {
  const isById = slot.name === 'profile_ids' || operationId === 'listAuditLog'
  const all = (world.things[slot.noun][space] ?? []).map((_, at) => at)
  return isById ? all.slice(0, 1) : all
}

export async function request(world: World, route: Route, given: Case): Promise<Reply> {
  const { caller, slot, space, spelling } = given
  const own = ownOf(world.things, caller)
  if (!slot) return await ask(world, caller, route, draftOf(world, route, own, null))
  const id = world.things[slot.noun][space]![spelling]!
  const [, child] = slotsOf(route).filter(({ place }) => place === 'path')
  const named = { slot, id, child: child ? childOf(world, child.noun, space) : null }
  return await ask(world, caller, route, draftOf(world, route, own, named))
}

/** What lies under the thing that is named: of the same space, or nobody's. */
function childOf({ things }: World, noun: Noun, space: Space): string {
  return (things[noun][space] ?? things[noun].never)![0]!
}
