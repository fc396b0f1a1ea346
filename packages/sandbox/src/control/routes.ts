import { Hono } from 'hono'
import { z } from 'zod'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { appPatch, patchApp, readApp, verifyWebhook } from './apps.ts'
import { authorize, authorizeInput } from './authorize.ts'
import { ControlError, readBody } from './body.ts'
import { conditionRoutes } from './conditions.ts'
import { contentRoutes } from './content.ts'
import { actOnGrant, describeGrant } from './grants.ts'
import {
  accountPatch,
  createPerson,
  describePerson,
  findAccount,
  patchAccount,
  personInput,
} from './people.ts'

const CALLS_LISTED_MAX = 200

const grantInput = z.strictObject({
  permission: z.string().optional(),
  page: z.string().optional(),
  reason: z.int().optional(),
  clear: z.boolean().optional(),
})

/** The control API, for tests and people, in JSON. */
export function controlRoutes(sandbox: Sandbox): Hono<Env> {
  const { state } = sandbox
  const routes = new Hono<Env>()

  routes.route('/', conditionRoutes(sandbox))
  routes.route('/', contentRoutes(sandbox))

  routes.get('/apps', (context) => context.json({ data: [...state.apps.values()] }))
  routes.get('/apps/:platform', (context) =>
    context.json(readApp(sandbox, context.req.param('platform'))),
  )
  routes.put('/apps/:platform', async (context) => {
    const { id } = readApp(sandbox, context.req.param('platform'))
    return context.json(await patchApp(sandbox, id, await readBody(context, appPatch)))
  })
  routes.post('/apps/:platform/verify-webhook', async (context) => {
    const app = readApp(sandbox, context.req.param('platform'))
    return context.json({ webhook_problem: await verifyWebhook(sandbox, app) })
  })

  routes.get('/registrations', (context) =>
    context.json({ data: [...state.registrations.values()] }),
  )
  routes.delete('/registrations/:id', (context) => {
    state.registrations.remove(context.req.param('id'))
    return context.body(null, 204)
  })

  routes.get('/people', (context) =>
    context.json({ data: [...state.people.values()].map(({ id }) => describePerson(sandbox, id)) }),
  )
  routes.post('/people', async (context) =>
    context.json(createPerson(sandbox, await readBody(context, personInput(sandbox))), 201),
  )
  routes.get('/accounts/:id', (context) =>
    context.json(findAccount(sandbox, context.req.param('id'))),
  )
  routes.patch('/accounts/:id', async (context) => {
    const account = findAccount(sandbox, context.req.param('id'))
    return context.json(patchAccount(sandbox, account, await readBody(context, accountPatch)))
  })

  routes.get('/grants', (context) =>
    context.json({
      data: [...state.grants.values()].map((grant) => describeGrant(sandbox, grant)),
    }),
  )
  routes.post('/grants/:id/:action', async (context) => {
    const input = await readBody(context, grantInput)
    const { id, action } = context.req.param()
    return context.json(describeGrant(sandbox, actOnGrant(sandbox, id, action, input)))
  })
  routes.post('/authorize', async (context) =>
    context.json(authorize(sandbox, await readBody(context, authorizeInput))),
  )

  routes.get('/calls', (context) =>
    context.json({ data: recentCalls(sandbox), total: sandbox.calls.total() }),
  )
  routes.delete('/calls', (context) => {
    sandbox.calls.clear()
    return context.body(null, 204)
  })
  routes.get('/outgoing', (context) => context.json({ data: [...state.outgoing.values()] }))
  routes.post('/outgoing/settle', async (context) => {
    await sandbox.webhooks.settle()
    return context.json({ data: [...state.outgoing.values()] })
  })

  routes.onError((error, context) => {
    if (!(error instanceof ControlError)) return context.json({ error: String(error) }, 500)
    return context.json({ error: error.message }, error.status as 400)
  })
  return routes
}

/** The last 200 calls without their bodies, which the panel shows. */
function recentCalls({ calls }: Sandbox) {
  return calls
    .list()
    .slice(0, CALLS_LISTED_MAX)
    .map(({ request: _, response: __, ...call }) => call)
}
