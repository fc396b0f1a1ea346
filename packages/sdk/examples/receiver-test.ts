import assert from 'node:assert/strict'
import { signWebhook } from '@postern/sdk/webhooks'
import { POST } from './receive.ts'

const secret = 'whsec_test'
process.env.POSTERN_WEBHOOK_SECRET = secret
const body = JSON.stringify({ id: crypto.randomUUID(), type: 'webhook.test', data: {} })
const signature = await signWebhook({ body, secret })
const send = (text: string) =>
  POST(
    new Request('https://app.example.com/hooks', {
      method: 'POST',
      headers: { 'Service-Signature': signature },
      body: text,
    }),
  )

assert.equal((await send(body)).status, 204)
assert.equal((await send(`${body} `)).status, 400)
