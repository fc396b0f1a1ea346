import { randomBytes } from 'node:crypto'
import type { StreamedBody } from '../../outbound/outbound.ts'
import type { FormPart, PlatformRequest, ReadBytes } from '../contract/platform.ts'

const chunkBytes = 1_048_576

type Body = { type: string; data: string | Buffer | StreamedBody }

/** The content type and body of a request; `null` if it has none. */
export function encodeBody(request: PlatformRequest): Body | null {
  if (request.form) {
    const data = new URLSearchParams(request.form).toString()
    return { type: 'application/x-www-form-urlencoded', data }
  }
  if (request.json !== undefined) {
    return { type: 'application/json', data: JSON.stringify(request.json) }
  }
  if (request.stream) {
    const { type, size, read } = request.stream
    return { type, data: { size, chunks: () => chunksOf(size, read) } }
  }
  return request.parts ? encodeParts(request.parts) : (request.bytes ?? null)
}

/** multipart/form-data (RFC 7578) of known length; files are read while they are sent. */
function encodeParts(parts: readonly FormPart[]): Body {
  const boundary = `postern-${randomBytes(12).toString('hex')}`
  const heads = parts.map((part) => Buffer.from(headOf(part, boundary)))
  const end = Buffer.from(`--${boundary}--\r\n`)
  const sizes = parts.map((part, index) => heads[index]!.length + sizeOf(part) + 2)
  const size = sizes.reduce((sum, partSize) => sum + partSize, end.length)
  async function* chunks() {
    for (const [index, part] of parts.entries()) {
      yield heads[index]!
      if ('value' in part) yield Buffer.from(part.value)
      else yield* chunksOf(part.size, part.read)
      yield Buffer.from('\r\n')
    }
    yield end
  }
  return { type: `multipart/form-data; boundary=${boundary}`, data: { size, chunks } }
}

function sizeOf(part: FormPart): number {
  return 'value' in part ? Buffer.byteLength(part.value) : part.size
}

function headOf(part: FormPart, boundary: string): string {
  const file =
    'value' in part
      ? '\r\n'
      : `; filename="${quoted(part.fileName)}"\r\nContent-Type: ${part.type}\r\n`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"${file}\r\n`
}

/** Escapes the characters that end a quoted parameter (RFC 7578 §4.2). */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

async function* chunksOf(size: number, read: ReadBytes): AsyncGenerator<Buffer> {
  for (let first = 0; first < size; first += chunkBytes) {
    yield await read(first, Math.min(first + chunkBytes, size) - 1)
  }
}
