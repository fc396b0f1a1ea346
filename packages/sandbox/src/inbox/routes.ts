import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { ControlError, readBody } from '../control/body.ts'
import type { InboxConfig } from '../core/content.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { inboxListPage, inboxPage } from './pages.ts'
import { checkSignature } from './signature.ts'

const MESSAGES_MAX = 200

const configInput = z
  .strictObject({
    secret: z.string().nullable(),
    status: z.int().min(200).max(599),
    delay_ms: z.int().min(0).max(120_000),
  })
  .partial()

/** Receives webhooks of the software under test, stores them and checks their signatures. */
export function inboxRoutes(sandbox: Sandbox): Hono<Env> {
  const { state } = sandbox
  const routes = new Hono<Env>()

  routes.get('/', (context) =>
    context.html(inboxListPage(inboxes(sandbox), sandbox.clock.baseNow().getTime())),
  )
  routes.get('/:name', (context) => {
    const name = context.req.param('name')
    const now = sandbox.clock.baseNow().getTime()
    return context.html(inboxPage(configOf(sandbox, name), messagesOf(sandbox, name), now))
  })
  routes.put('/:name', async (context) => {
    const patch = Object.entries(await readBody(context, configInput))
    const config = configOf(sandbox, context.req.param('name'))
    return context.json(state.inboxes.put({ ...config, ...Object.fromEntries(patch) }))
  })
  routes.post('/:name/secret', async (context) => {
    const config = configOf(sandbox, context.req.param('name'))
    const secret = (await context.req.formData()).get('secret')?.toString().trim() || null
    state.inboxes.put({ ...config, secret })
    return context.redirect(`/inbox/${encodeURIComponent(config.id)}`, 303)
  })
  routes.get('/:name/messages', (context) =>
    context.json(messagesOf(sandbox, context.req.param('name'))),
  )
  routes.delete('/:name/messages', (context) => {
    for (const message of messagesOf(sandbox, context.req.param('name'))) {
      state.messages.remove(message.id)
    }
    return context.body(null, 204)
  })
  routes.post('/:name', async (context) => {
    const config = configOf(sandbox, context.req.param('name'))
    if (!state.inboxes.get(config.id)) state.inboxes.put(config)
    const body = await context.req.text()
    // Use the unshifted time: the software under test signs by its own clock.
    const now = sandbox.clock.baseNow()
    state.messages.put({
      id: randomUUID(),
      inbox: config.id,
      received_at: now.toISOString(),
      headers: context.req.header(),
      body,
      signature: checkSignature(
        context.req.header('service-signature'),
        body,
        config.secret,
        now.getTime(),
      ),
    })
    const messages = messagesOf(sandbox, config.id)
    for (const old of messages.slice(0, -MESSAGES_MAX)) state.messages.remove(old.id)
    if (config.delay_ms) await wait(config.delay_ms)
    return context.newResponse(null, config.status as 200)
  })
  routes.onError((error, context) => {
    const status = error instanceof ControlError ? error.status : 500
    return context.json({ error: error.message }, status as 400)
  })
  return routes
}

function configOf(sandbox: Sandbox, name: string): InboxConfig {
  return sandbox.state.inboxes.get(name) ?? { id: name, secret: null, status: 200, delay_ms: 0 }
}

function messagesOf(sandbox: Sandbox, name: string) {
  return sandbox.state.messages.by('inbox', name)
}

function inboxes(sandbox: Sandbox) {
  return [...sandbox.state.inboxes.values()].map(({ id }) => ({
    name: id,
    messages: messagesOf(sandbox, id),
  }))
}
