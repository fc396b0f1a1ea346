import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from postern import WebhookError, WebhookEvent, verify_webhook


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
        print(describe(event), flush=True)
        self.send_response(204)
        self.end_headers()


def describe(event: WebhookEvent) -> str:
    if event.type == "account.connected":
        return f"{event.data.account.username} is connected"
    if event.type == "post.published":
        return f"published: {event.data.permalink}"
    if event.type == "post.failed":
        return f"failed: {event.data.error_code}"
    return event.type


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver).serve_forever()
