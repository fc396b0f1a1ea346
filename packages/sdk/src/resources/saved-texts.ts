import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'

/** Templates, replies, hashtags and signatures to insert into posts and replies. */
export function savedTexts(settings: Settings) {
  return {
    list: (query: Query<'listSavedTexts'> = {}, options?: RequestOptions) =>
      list(settings, 'listSavedTexts', { query, options }),
    create: (body: Body<'createSavedText'>, options?: RequestOptions) =>
      send(settings, 'createSavedText', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getSavedText', { path: { id } }, options),
    update: (id: string, body: Body<'updateSavedText'>, options?: RequestOptions) =>
      send(settings, 'updateSavedText', { path: { id }, body }, options),
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteSavedText', { path: { id } }, options),
  }
}
