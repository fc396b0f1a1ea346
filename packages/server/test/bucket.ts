import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Bucket = {
  /** Environment variables for `loadConfig`. */
  env: Record<string, string>
  objects: Map<string, { bytes: Buffer; type: string }>
  /** While it is away every connection breaks without a response. */
  setAway(isAway: boolean): void
  /** The methods of the requests that arrived while it was away, since it last went. */
  missed: string[]
  close(): Promise<void>
}

const name = 'postern-media'
const keyId = 'AKIDPOSTERNTEST'

/**
 * An in-memory server for the part of the S3 protocol that the store uses (PutObject, GetObject
 * with Range, DeleteObject; Amazon's API reference). It checks the access key id, not the
 * signature.
 */
export async function openBucket(): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map()
  const missed: string[] = []
  let isAway = false
  const server = createServer((request, response) => {
    if (isAway) {
      missed.push(request.method!)
      return void response.destroy()
    }
    void respond(objects, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: {
      S3_BUCKET: name,
      S3_REGION: 'eu-central-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: keyId,
      S3_SECRET_ACCESS_KEY: 'not-so-secret',
    },
    objects,
    missed,
    setAway: (away) => {
      isAway = away
      if (away) missed.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function respond(
  objects: Bucket['objects'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname } = new URL(request.url ?? '/', 'http://bucket')
  const signer = `AWS4-HMAC-SHA256 Credential=${keyId}/`
  if (!request.headers.authorization?.startsWith(signer) || !pathname.startsWith(`/${name}/`)) {
    return void refuse(response, 403, 'AccessDenied')
  }
  const key = decodeURIComponent(pathname.slice(name.length + 2))
  if (request.method === 'PUT') {
    const bytes = Buffer.concat(chunks)
    if (bytes.length !== Number(request.headers['content-length'])) {
      return void refuse(response, 400, 'IncompleteBody')
    }
    objects.set(key, { bytes, type: String(request.headers['content-type']) })
    return void response.writeHead(200).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  const object = objects.get(key)
  if (!object) return void refuse(response, 404, 'NoSuchKey')
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const part = range ? object.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : object.bytes
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    'content-type': object.type,
    ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${object.bytes.length}` } : {}),
  })
  response.end(part)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
}
