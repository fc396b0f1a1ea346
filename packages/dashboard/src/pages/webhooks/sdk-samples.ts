/** Not written out: this file does not import it. */
const sdk = '@postern/sdk/webhooks'

/** Verification with the clients; every line is in the examples of their READMEs, which run as tests and also use the event's type. */
export const sdkSamples = {
  'TypeScript SDK': `import { verifyWebhook, WebhookError } from '${sdk}'

/** A route handler for Next.js, Hono, Bun, Deno or Cloudflare Workers. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook({
      body: await request.arrayBuffer(),
      signature: request.headers.get('service-signature'),
      secret: process.env.POSTERN_WEBHOOK_SECRET ?? '',
    })
    // An event can be delivered more than once. Store event.id and ignore duplicates.
    return new Response(null, { status: 204 })
  } catch (err) {
    if (err instanceof WebhookError) return new Response(err.reason, { status: 400 })
    throw err
  }
}`,
  'Python SDK': `import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from postern import WebhookError, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(
                body, self.headers["Service-Signature"], os.environ["POSTERN_WEBHOOK_SECRET"]
            )
        except WebhookError as error:
            self.send_error(400, error.reason)
            return
        # An event can be delivered more than once. Store event.id and ignore duplicates.
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver).serve_forever()`,
} as const
