import type { Body, Query } from '../operation.ts'
import { list } from '../page.ts'
import { send } from '../request.ts'
import type { RequestOptions, Settings } from '../settings.ts'
import { formOf, type Upload } from '../upload.ts'

/** Images and videos for posts. */
export function media(settings: Settings) {
  return {
    list: (query: Query<'listMedia'> = {}, options?: RequestOptions) =>
      list(settings, 'listMedia', { query, options }),
    /** Uploads a Blob, bytes or a stream. A stream is not retried. */
    upload: async (upload: Upload, options?: RequestOptions) =>
      send(settings, 'createMedia', { raw: formOf(upload) }, options),
    /** Lets the server download the file from a public https URL. */
    fromUrl: (body: Body<'createMedia'>, options?: RequestOptions) =>
      send(settings, 'createMedia', { body }, options),
    get: (id: string, options?: RequestOptions) =>
      send(settings, 'getMedia', { path: { id } }, options),
    update: (id: string, body: Body<'updateMedia'>, options?: RequestOptions) =>
      send(settings, 'updateMedia', { path: { id }, body }, options),
    usage: (options?: RequestOptions) => send(settings, 'getMediaUsage', {}, options),
    delete: (id: string, options?: RequestOptions) =>
      send(settings, 'deleteMedia', { path: { id } }, options),
  }
}
