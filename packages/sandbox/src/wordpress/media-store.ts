import type { NetworkRecord } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'

/** A file of the media library. `media_id` is the file of the sandbox. */
export type LibraryFile = {
  id: string
  site: string
  author_id: string
  media_id: string
  name: string
  alt_text: string
  created_at: number
}
type Row = Omit<NetworkRecord, 'value'> & { value: LibraryFile }

const kind = 'wordpress_media'

export function mediaOf({ state }: Sandbox, id: string): LibraryFile | undefined {
  return (state.networkRecords.get(`${kind}:${id}`) as Row | undefined)?.value
}

export function saveMedia({ state }: Sandbox, value: LibraryFile): LibraryFile {
  state.networkRecords.put({ id: `${kind}:${value.id}`, kind, value })
  return value
}

export function removeMedia({ state }: Sandbox, { id }: LibraryFile): void {
  state.networkRecords.remove(`${kind}:${id}`)
}
