import { decimalId } from '../core/ids.ts'
import { storeMedia } from '../media/fetch.ts'
import { sniff } from '../media/sniff.ts'
import { type Call, textParam, times } from './call.ts'
import { htmlPage, WordpressError } from './errors.ts'
import { type LibraryFile, mediaOf, removeMedia, saveMedia } from './media-store.ts'
import { require } from './session.ts'
import { settingsOf } from './settings.ts'
import { originOf } from './sites.ts'

/** `POST wp/v2/media` with the bytes of the file (wordpress.md §3.1). */
export async function uploadMedia(call: Call) {
  const { sandbox, site, context } = call
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  if (bytes.length > settingsOf(sandbox).wordpress_upload_bytes_max) {
    return htmlPage(413, 'Request Entity Too Large')
  }
  const { account } = require(call, 'upload_files', 'rest_cannot_create')
  if (bytes.length === 0) throw new WordpressError(400, 'rest_upload_no_data', 'No data supplied.')
  const disposition = context.req.header('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1]
  if (!name) {
    const code = 'rest_upload_no_content_disposition'
    throw new WordpressError(400, code, 'No Content-Disposition supplied.')
  }
  if (!sniff(bytes).content_type || !name.includes('.')) {
    const text = 'Sorry, you are not allowed to upload this file type.'
    throw new WordpressError(500, 'rest_upload_sideload_error', text)
  }
  const stored = await storeMedia(sandbox, '', bytes)
  const file = saveMedia(sandbox, {
    id: decimalId('82', 9),
    site: site.label,
    author_id: account.id,
    media_id: stored.id,
    name,
    alt_text: '',
    created_at: sandbox.clock.ms(),
  })
  return Response.json(mediaJson(call, file), { status: 201 })
}

/** `POST wp/v2/media/:id`: the description, without mark-up. */
export function updateMedia(call: Call) {
  const file = findOwn(call, 'rest_cannot_edit')
  const alt_text = (textParam(call, 'alt_text') ?? file.alt_text).replaceAll(/<[^>]*>/g, '').trim()
  return mediaJson(call, saveMedia(call.sandbox, { ...file, alt_text }))
}

/** `DELETE wp/v2/media/:id`, which needs `force` as there is no trash for files. */
export function deleteMedia(call: Call) {
  const file = findOwn(call, 'rest_cannot_delete')
  if (textParam(call, 'force') !== 'true') {
    const text = "The post does not support trashing. Set 'force=true' to delete."
    throw new WordpressError(501, 'rest_trash_not_supported', text)
  }
  removeMedia(call.sandbox, file)
  return { deleted: true, previous: mediaJson(call, file) }
}

function findOwn(call: Call, code: string): LibraryFile {
  const { account, can } = require(call, 'edit_posts', code)
  const file = mediaOf(call.sandbox, call.id)
  if (file?.site !== call.site.label) {
    throw new WordpressError(404, 'rest_post_invalid_id', 'Invalid post ID.')
  }
  if (file.author_id === account.id || can('edit_others_posts')) return file
  throw new WordpressError(403, code, 'Sorry, you are not allowed to edit this post.')
}

function mediaJson({ sandbox, site }: Call, file: LibraryFile) {
  const media = sandbox.state.media.get(file.media_id)!
  return {
    id: Number(file.id),
    ...times('date', file.created_at),
    slug: file.name.replace(/\.\w+$/, ''),
    status: 'inherit',
    type: 'attachment',
    alt_text: file.alt_text,
    media_type: media.content_type.startsWith('image/') ? 'image' : 'file',
    mime_type: media.content_type,
    media_details: { width: media.width, height: media.height, sizes: {} },
    post: null,
    source_url: `${originOf(sandbox, site)}/media/${media.id}`,
  }
}
