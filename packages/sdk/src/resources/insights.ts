import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Metrics of accounts and posts. `null` means that the platform has no value; it is not 0. */
export function insights(settings: Settings) {
  return {
    account: (id: string, query: Query<'getAccountInsights'> = {}, options?: RequestOptions) =>
      send(settings, 'getAccountInsights', { path: { id }, query }, options),
    accountCsv: (
      id: string,
      query: Query<'exportAccountInsights'> = {},
      options?: RequestOptions,
    ) => send(settings, 'exportAccountInsights', { path: { id }, query }, options),
    post: (id: string, query: Query<'getPostInsights'> = {}, options?: RequestOptions) =>
      send(settings, 'getPostInsights', { path: { id }, query }, options),
    /** Every account with some metrics, compared with the range before. */
    accounts: (query: Query<'compareAccountInsights'> = {}, options?: RequestOptions) =>
      list(settings, 'compareAccountInsights', { query, options }),
    /** The posts of all accounts, highest value of a metric first. */
    posts: (query: Query<'rankPostInsights'> = {}, options?: RequestOptions) =>
      list(settings, 'rankPostInsights', { query, options }),
    /** Pages with the report of a month for a client. */
    reportLinks: {
      /** The response has the `url`, which is not shown again. */
      create: (profile: string, body: Body<'createReportLink'>, options?: RequestOptions) =>
        send(settings, 'createReportLink', { path: { id: profile }, body }, options),
      list: (query: Query<'listReportLinks'> = {}, options?: RequestOptions) =>
        list(settings, 'listReportLinks', { query, options }),
      get: (id: string, options?: RequestOptions) =>
        send(settings, 'getReportLink', { path: { id } }, options),
      revoke: (id: string, options?: RequestOptions) =>
        send(settings, 'revokeReportLink', { path: { id } }, options),
    },
    /** Fetches the latest metrics, at most every 5 minutes (`sync_too_soon`). */
    sync: (body: Body<'syncInsights'> = {}, options?: RequestOptions) =>
      send(settings, 'syncInsights', { body }, options),
    getSync: (id: string, options?: RequestOptions) =>
      send(settings, 'getInsightsSync', { path: { id } }, options),
  }
}
