import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { answerKinds, faultKinds } from '../core/records.ts'
import { type Env, endpointsOf, type Sandbox } from '../core/sandbox.ts'
import { settingsPatch } from '../core/settings.ts'
import { allTables } from '../core/state.ts'
import { seed } from '../people/seed.ts'
import { readBody } from './body.ts'

export function faultInput({ networks }: Sandbox) {
  return z
    .strictObject({
      platform: z.enum(networks.map(({ id }) => id)),
      match: z.string().min(1).default('*'),
      kind: z.enum(faultKinds),
      times: z.int().min(1).max(100_000).default(1),
      skip: z.int().min(0).max(100_000).default(0),
      ms: z.int().min(0).max(600_000).default(1000),
      answer: z.strictObject({ status: z.int().min(200).max(599), body: z.unknown() }).optional(),
    })
    .superRefine(({ kind, answer }, context) => {
      if (answerKinds.includes(kind) === (answer !== undefined)) return
      const message = answer
        ? `"${kind}" has no answer. Use answer or after_accepting_answer.`
        : `"${kind}" needs an answer with status and body.`
      context.addIssue({ code: 'custom', path: ['answer'], message })
    })
    .superRefine(({ platform, match }, context) => {
      const network = networks.find(({ id }) => id === platform)
      const names = network ? endpointsOf(network) : []
      if (match === '*' || match.startsWith('/') || names.includes(match)) return
      const message = `${network?.name} has no endpoint "${match}". Enter * for any, a path that begins with /, or one of: ${names.join(', ')}.`
      context.addIssue({ code: 'custom', path: ['match'], message })
    })
}
type FaultInput = z.infer<ReturnType<typeof faultInput>>

const clockInput = z.union([
  z.strictObject({ advance_seconds: z.number() }),
  z.strictObject({ set: z.iso.datetime({ offset: true }) }),
  z.strictObject({ reset: z.literal(true) }),
])

/** Clock, settings, faults and reset. */
export function conditionRoutes(sandbox: Sandbox): Hono<Env> {
  const { state, clock } = sandbox
  const routes = new Hono<Env>()
  routes.get('/state', (context) => context.json(summary(sandbox)))
  routes.post('/reset', (context) => {
    reset(sandbox)
    return context.json(summary(sandbox))
  })

  routes.get('/clock', (context) => context.json(clockState(sandbox)))
  routes.post('/clock', async (context) => {
    const input = await readBody(context, clockInput)
    if ('advance_seconds' in input) clock.advance(input.advance_seconds * 1000)
    else if ('set' in input) clock.set(new Date(input.set))
    else clock.reset()
    return context.json(clockState(sandbox))
  })

  routes.get('/settings', (context) => context.json(sandbox.settings()))
  routes.put('/settings', async (context) => {
    state.settings.update('settings', await readBody(context, settingsPatch(sandbox.networks)))
    return context.json(sandbox.settings())
  })

  routes.get('/faults', (context) => context.json({ data: [...state.faults.values()] }))
  routes.post('/faults', async (context) =>
    context.json(addFault(sandbox, await readBody(context, faultInput(sandbox))), 201),
  )
  routes.delete('/faults', (context) => {
    state.faults.clear()
    return context.body(null, 204)
  })
  return routes
}

export function addFault(sandbox: Sandbox, input: FaultInput) {
  const { times, ...facts } = input
  return sandbox.state.faults.put({ id: randomUUID(), ...facts, remaining: times })
}

/** Restores the seed data, the default settings and the real time. */
export function reset(sandbox: Sandbox): void {
  for (const table of allTables(sandbox.state)) table.clear()
  sandbox.media.clear()
  sandbox.calls.clear()
  seed(sandbox.state, sandbox.networks)
  sandbox.clock.reset()
}

export function clockState(sandbox: Sandbox) {
  return {
    now: sandbox.clock.now().toISOString(),
    offset_seconds: sandbox.clock.offsetMs() / 1000,
  }
}

function summary(sandbox: Sandbox) {
  const sizes = allTables(sandbox.state).map((table) => [table.name, table.size])
  return { ...clockState(sandbox), origin: sandbox.origin(), records: Object.fromEntries(sizes) }
}
