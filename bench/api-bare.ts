import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'

export type BareAnswers = { bodies: string[]; headers: Record<string, string> }

/**
 * What `bench api` is held against, a process of its own: a hono server that has every answer ready as
 * bytes, found by its number, and does nothing else. It sends the headers that Postern sends.
 */
let answers: BareAnswers = { bodies: [], headers: {} }

const app = new Hono()
app.get('/bare/:place', (call) =>
  call.body(answers.bodies[Number(call.req.param('place'))]!, 200, answers.headers),
)

const server: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.({ url: `http://127.0.0.1:${port}` }),
)
process.on('message', (given: BareAnswers) => {
  answers = given
  process.send?.({ taken: given.bodies.length })
})
process.on('disconnect', () => {
  server.close()
  process.exit(0)
})
