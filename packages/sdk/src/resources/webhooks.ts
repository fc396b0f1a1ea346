import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Webhook endpoints, and what was sent to them. */
export function webhooks(settings: Settings) {
  return {
    list: (query: Query<'listWebhooks'> = {}, options?: RequestOptions) =>
      list(settings, 'listWebhooks', { query, options }),
    /** `secret` is shown in this answer only. */
    create: (body: Body<'createWebhook'>, options?: RequestOptions) =>
      send(settings, 'createWebhook', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getWebhook', { path: { id } }, options),
    update: (id: string, body: Body<'updateWebhook'>, options?: RequestOptions) =>
      send(settings, 'updateWebhook', { path: { id }, body }, options),
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteWebhook', { path: { id } }, options),
    /** A new secret; both sign until the overlap is over. */
    rotateSecret: (id: string, body: Body<'rotateWebhookSecret'> = {}, options?: RequestOptions) =>
      send(settings, 'rotateWebhookSecret', { path: { id }, body }, options),
    /** Sends a `webhook.test` now; the finished delivery is the answer. */
    test: (id: string, options?: RequestOptions) =>
      send(settings, 'testWebhook', { path: { id } }, options),
    /** Sends again what was not delivered since then. */
    recover: (id: string, body: Body<'recoverWebhook'>, options?: RequestOptions) =>
      send(settings, 'recoverWebhook', { path: { id }, body }, options),
    deliveries: {
      /** The last 30 days, the newest first. */
      list: (id: string, query: Query<'listWebhookDeliveries'> = {}, options?: RequestOptions) =>
        list(settings, 'listWebhookDeliveries', { path: { id }, query, options }),
      get: (id: string, deliveryId: string, options?: RequestOptions) =>
        send(settings, 'getWebhookDelivery', { path: { id, deliveryId } }, options),
      resend: (id: string, deliveryId: string, options?: RequestOptions) =>
        send(settings, 'resendWebhookDelivery', { path: { id, deliveryId } }, options),
    },
  }
}
