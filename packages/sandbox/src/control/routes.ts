import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { faultKinds, platforms } from '../core/records.ts'
import { allTables } from '../core/state.ts'
import type { Env, World } from '../core/world.ts'
import { seed } from '../people/seed.ts'
import { handshake } from '../webhooks/handshake.ts'
import { appPatch, patchApp, readPlatform } from './apps.ts'
import { authorize, authorizeInput } from './authorize.ts'
import { readBody } from './body.ts'
import { contentRoutes } from './content.ts'
import { ControlError } from './errors.ts'
import { actOnGrant, describeGrant } from './grants.ts'
import { accountPatch, createPerson, describePerson, findAccount, personInput } from './people.ts'
import { settingsPatch } from './settings.ts'

export const faultInput = z.strictObject({
  platform: z.enum(platforms),
  match: z.string().min(1).default('*'),
  kind: z.enum(faultKinds),
  times: z.int().min(1).max(100_000).default(1),
  ms: z.int().min(0).max(600_000).default(1000),
})
export type FaultInput = z.infer<typeof faultInput>

const clockInput = z.union([
  z.strictObject({ advance_seconds: z.number() }),
  z.strictObject({ set: z.iso.datetime({ offset: true }) }),
  z.strictObject({ reset: z.literal(true) }),
])

const grantInput = z.strictObject({
  permission: z.string().optional(),
  page: z.string().optional(),
  reason: z.int().optional(),
  clear: z.boolean().optional(),
})

/** The control API: everything that a test or a person can make happen, as JSON. */
export function controlRoutes(world: World): Hono<Env> {
  const { state, clock } = world
  const routes = new Hono<Env>()

  routes.get('/state', (context) => context.json(summary(world)))
  routes.post('/reset', (context) => {
    reset(world)
    return context.json(summary(world))
  })

  routes.get('/apps', (context) => context.json({ data: [...state.apps.values()] }))
  routes.get('/apps/:platform', (context) =>
    context.json(state.apps.get(readPlatform(context.req.param('platform')))),
  )
  routes.put('/apps/:platform', async (context) => {
    const platform = readPlatform(context.req.param('platform'))
    return context.json(await patchApp(world, platform, await readBody(context, appPatch)))
  })
  routes.post('/apps/:platform/verify-webhook', async (context) => {
    const app = state.apps.get(readPlatform(context.req.param('platform')))!
    return context.json({ webhook_problem: await handshake(world, app) })
  })

  routes.get('/people', (context) =>
    context.json({ data: [...state.people.values()].map(({ id }) => describePerson(world, id)) }),
  )
  routes.post('/people', async (context) =>
    context.json(createPerson(world, await readBody(context, personInput)), 201),
  )
  routes.get('/accounts/:id', (context) =>
    context.json(findAccount(world, context.req.param('id'))),
  )
  routes.patch('/accounts/:id', async (context) => {
    const account = findAccount(world, context.req.param('id'))
    const patch = Object.entries(await readBody(context, accountPatch))
    // Put rather than update: the username is an index key.
    return context.json(state.accounts.put({ ...account, ...Object.fromEntries(patch) }))
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
    state.settings.update('settings', await readBody(context, settingsPatch))
    return context.json(world.settings())
  })

  routes.get('/faults', (context) => context.json({ data: [...state.faults.values()] }))
  routes.post('/faults', async (context) =>
    context.json(addFault(world, await readBody(context, faultInput)), 201),
  )
  routes.delete('/faults', (context) => {
    state.faults.clear()
    return context.body(null, 204)
  })

  routes.get('/grants', (context) =>
    context.json({ data: [...state.grants.values()].map((grant) => describeGrant(world, grant)) }),
  )
  routes.post('/grants/:id/:action', async (context) => {
    const input = await readBody(context, grantInput)
    const { id, action } = context.req.param()
    return context.json(describeGrant(world, actOnGrant(world, id, action, input)))
  })
  routes.post('/authorize', async (context) =>
    context.json(authorize(world, await readBody(context, authorizeInput))),
  )

  routes.route('/', contentRoutes(world))

  routes.get('/calls', (context) => context.json({ data: world.calls.list() }))
  routes.delete('/calls', (context) => {
    world.calls.clear()
    return context.body(null, 204)
  })
  routes.get('/outgoing', (context) => context.json({ data: [...state.outgoing.values()] }))
  routes.post('/outgoing/settle', async (context) => {
    await world.courier.settle()
    return context.json({ data: [...state.outgoing.values()] })
  })

  routes.onError((error, context) => {
    if (!(error instanceof ControlError)) return context.json({ error: String(error) }, 500)
    return context.json({ error: error.message }, error.status as 400)
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
  seed(world.state)
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
