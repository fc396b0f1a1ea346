import { type RawBody, randomUuid } from './request.ts'

/** A file to upload. Blobs and bytes can be retried, streams cannot. */
export type UploadFile =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

export type Upload = {
  file: UploadFile
  alt_text?: string | undefined
  /** Keeps GPS positions in the file's metadata. By default the server removes them. */
  keep_location?: boolean | undefined
}

/** The multipart form of an upload. Fields precede the file, so that the server can stream it. */
export function formOf({ file, alt_text, keep_location }: Upload): RawBody {
  const fields = Object.entries({ alt_text, keep_location })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const)
  const blob = blobOf(file)
  if (!blob) return streamedForm(file as AsyncIterable<Uint8Array>, fields)
  return {
    contentType: null,
    once: false,
    open: () => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      form.append('file', blob, 'file')
      return form
    },
  }
}

function blobOf(file: UploadFile): Blob | null {
  if (file instanceof Blob) return file
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) return new Blob([file])
  const isStream = file instanceof ReadableStream || Symbol.asyncIterator in Object(file)
  if (isStream) return null
  throw new TypeError('file must be a Blob, bytes or a stream of bytes.')
}

/** Builds a multipart body that streams the file, which FormData cannot do. */
function streamedForm(
  file: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  fields: readonly (readonly [name: string, value: string])[],
): RawBody {
  const boundary = `postern-${randomUuid()}`
  const part = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  const texts = fields.map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`).join('')
  const opening = part('name="file"; filename="file"')
  const type = 'Content-Type: application/octet-stream\r\n\r\n'
  const parts = inOrder(`${texts}${opening}${type}`, file, `\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    once: true,
    open: () => streamOf(parts),
  }
}

async function* inOrder(
  before: string,
  file: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  after: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  yield encoder.encode(before)
  yield* file instanceof ReadableStream ? chunksOf(file) : file
  yield encoder.encode(after)
}

async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function streamOf(parts: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await parts.return()),
  })
}
