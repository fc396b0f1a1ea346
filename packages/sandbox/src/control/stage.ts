import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { faultKinds } from '../core/records.ts'
import { settingsPatch } from '../core/settings.ts'
import { allTables } from '../core/state.ts'
import type { Env, World } from '../core/world.ts'
import { seed } from '../people/seed.ts'
import { readBody } from './body.ts'

export function faultInput({ networks }: World) {
  return z.strictObject({
    platform: z.enum(networks.map(({ id }) => id)),
    match: z.string().min(1).default('*'),
    kind: z.enum(faultKinds),
    times: z.int().min(1).max(100_000).default(1),
    ms: z.int().min(0).max(600_000).default(1000),
  })
}
type FaultInput = z.infer<ReturnType<typeof faultInput>>

const clockInput = z.union([
  z.strictObject({ advance_seconds: z.number() }),
  z.strictObject({ set: z.iso.datetime({ offset: true }) }),
  z.strictObject({ reset: z.literal(true) }),
])

/** The conditions under which the platforms run: clock, settings, faults, and a fresh start. */
export function stageRoutes(world: World): Hono<Env> {
  const { state, clock } = world
  const routes = new Hono<Env>()
  routes.get('/state', (context) => context.json(summary(world)))
  routes.post('/reset', (context) => {
    reset(world)
    return context.json(summary(world))
  })

  routes.get('/clock', (context) => context.json(clockState(world)))
  routes.post('/clock', async (context) => {
    const input = await readBody(context, clockInput)
    if ('advance_seconds' in input) clock.advance(input.advance_seconds * 1000)
    else if ('set' in input) clock.set(new Date(input.set))
    else clock.reset()
    return context.json(clockState(world))
  })

  routes.get('/settings', (context) => context.json(world.settings()))
  routes.put('/settings', async (context) => {
    state.settings.update('settings', await readBody(context, settingsPatch(world.networks)))
    return context.json(world.settings())
  })

  routes.get('/faults', (context) => context.json({ data: [...state.faults.values()] }))
  routes.post('/faults', async (context) =>
    context.json(addFault(world, await readBody(context, faultInput(world))), 201),
  )
  routes.delete('/faults', (context) => {
    state.faults.clear()
    return context.body(null, 204)
  })
  return routes
}

export function addFault(world: World, input: FaultInput) {
  const { times, ...facts } = input
  return world.state.faults.put({ id: randomUUID(), ...facts, remaining: times })
}

/** Back to the seed: people, apps, settings; the clock runs true again. */
export function reset(world: World): void {
  for (const table of allTables(world.state)) table.clear()
  world.media.clear()
  world.calls.clear()
  seed(world.state, world.networks)
  world.clock.reset()
}

export function clockState(world: World) {
  return {
    now: world.clock.now().toISOString(),
    offset_seconds: world.clock.offsetMs() / 1000,
  }
}

function summary(world: World) {
  const sizes = allTables(world.state).map((table) => [table.name, table.size])
  return { ...clockState(world), origin: world.origin(), records: Object.fromEntries(sizes) }
}
