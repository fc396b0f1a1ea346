import type { Body, Query } from '../operation.ts'
import { type List, list } from '../page.ts'
import { send } from '../request.ts'
import type { WebhookDelivery, WebhookDeliveryListItem } from '../schema.gen.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Webhook endpoints and their deliveries. */
export function webhooks(settings: Settings) {
  return {
    list: (query: Query<'listWebhooks'> = {}, options?: RequestOptions) =>
      list(settings, 'listWebhooks', { query, options }),
    /** Only this response has the `secret`. */
    create: (body: Body<'createWebhook'>, options?: RequestOptions) =>
      send(settings, 'createWebhook', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getWebhook', { path: { id } }, options),
    update: (id: string, body: Body<'updateWebhook'>, options?: RequestOptions) =>
      send(settings, 'updateWebhook', { path: { id }, body }, options),
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteWebhook', { path: { id } }, options),
    /** Creates a new secret. Both secrets sign until the end of the overlap. */
    rotateSecret: (id: string, body: Body<'rotateWebhookSecret'> = {}, options?: RequestOptions) =>
      send(settings, 'rotateWebhookSecret', { path: { id }, body }, options),
    /** Sends `webhook.test`, or a sample of another type, now and returns the finished delivery. */
    test: (id: string, body: Body<'testWebhook'> = {}, options?: RequestOptions) =>
      send(settings, 'testWebhook', { path: { id }, body }, options),
    /** Success rate and latency over time. */
    statistics: (id: string, query: Query<'getWebhookStatistics'> = {}, options?: RequestOptions) =>
      send(settings, 'getWebhookStatistics', { path: { id }, query }, options),
    /** Sends deliveries again: those that failed since a time, those of a range, or chosen ones. */
    recover: (id: string, body: Body<'recoverWebhook'>, options?: RequestOptions) =>
      send(settings, 'recoverWebhook', { path: { id }, body }, options),
    deliveries: {
      /** Those of the last 30 days, newest first, without bodies unless `include` is `bodies`. */
      list: <Include extends 'bodies' | undefined = undefined>(
        id: string,
        query: Query<'listWebhookDeliveries'> & { include?: Include } = {},
        options?: RequestOptions,
      ) =>
        list(settings, 'listWebhookDeliveries', { path: { id }, query, options }) as List<
          Include extends 'bodies' ? WebhookDelivery : WebhookDeliveryListItem
        >,
      get: (id: string, deliveryId: string, options?: RequestOptions) =>
        send(settings, 'getWebhookDelivery', { path: { id, deliveryId } }, options),
      resend: (id: string, deliveryId: string, options?: RequestOptions) =>
        send(settings, 'resendWebhookDelivery', { path: { id, deliveryId } }, options),
    },
  }
}
