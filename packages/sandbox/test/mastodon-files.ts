import { jpeg, mp4 } from './files.ts'
import type { Caller } from './mastodon-client.ts'

/** A multipart upload of these bytes. */
export function file(
  bytes: Buffer,
  name: string,
  type: string,
  more: Record<string, string> = {},
): RequestInit {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  for (const [key, value] of Object.entries(more)) body.set(key, value)
  return { method: 'POST', body }
}

export function photo(more: Record<string, string> = {}): RequestInit {
  return file(jpeg(800, 600), 'bread.jpg', 'image/jpeg', more)
}

export function clip(bytes = 0): RequestInit {
  return file(mp4(10, bytes, [1080, 1920]), 'oven.mp4', 'video/mp4')
}

/** Uploads a file. Returns its id. */
export async function upload(caller: Caller, request = photo()): Promise<string> {
  return String((await caller('/api/v2/media', request)).body.id)
}
