import { verifyWebhook, WebhookError, type WebhookEvent } from '@postern/sdk/webhooks'

/** A route handler for Next.js, Hono, Bun, Deno or Cloudflare Workers. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook({
      body: await request.arrayBuffer(),
      signature: request.headers.get('service-signature'),
      secret: process.env.POSTERN_WEBHOOK_SECRET ?? '',
    })
    // An event can be delivered more than once. Store event.id and ignore duplicates.
    console.log(describe(event))
    return new Response(null, { status: 204 })
  } catch (err) {
    if (err instanceof WebhookError) return new Response(err.reason, { status: 400 })
    throw err
  }
}

function describe(event: WebhookEvent): string {
  switch (event.type) {
    case 'account.connected':
      return `${event.data.account.username} is connected`
    case 'post.published':
      return `published: ${event.data.permalink}`
    case 'post.failed':
      return `failed: ${event.data.error_code}`
    default:
      return event.type
  }
}
