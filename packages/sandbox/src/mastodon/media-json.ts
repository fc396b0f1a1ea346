import type { Container, Media } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { originOf, type Server } from './servers.ts'

/** An attachment's type. Animated GIFs become silent videos (mastodon.md §3.1). */
export function mediaType({ content_type }: Pick<Media, 'content_type'>): string {
  if (content_type === 'image/gif') return 'gifv'
  const kind = content_type.split('/')[0]!
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'unknown'
}

type Shown = Pick<Container, 'id' | 'params'> & { isReady: boolean }

/** A MediaAttachment entity. `url` is null while the file is processed. */
export function mediaJson(
  sandbox: Sandbox,
  server: Server,
  media: Readonly<Media>,
  { id, params, isReady }: Shown,
): object {
  const url = isReady ? `${originOf(sandbox, server)}/media/${media.id}` : null
  const [x = 0, y = 0] = (params.focus ?? '').split(',').map(Number)
  return {
    id,
    type: mediaType(media),
    url,
    preview_url: url,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: {
      ...(media.width && media.height ? { original: sizeOf(media.width, media.height) } : {}),
      focus: { x, y },
    },
    description: params.description || null,
    blurhash: isReady ? 'UBL_:rOpGG-;~qRjWBay0LWBazj[_3WBR*j[' : null,
  }
}

function sizeOf(width: number, height: number) {
  return { width, height, size: `${width}x${height}`, aspect: width / height }
}
