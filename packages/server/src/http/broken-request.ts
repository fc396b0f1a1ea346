import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../core/config.ts'
import { type ErrorCode, errorCatalog } from '../core/error-catalog.ts'
import { ServiceError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { errorBody } from './errors.ts'

export type ParserError = NodeJS.ErrnoException

type Refusal = { code: ErrorCode; message?: string }

const invalid: Refusal = {
  code: 'validation_failed',
  message: 'This is not a valid HTTP request.',
}
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'payload_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'request_timeout',
    message: 'The request did not arrive in time. Send it again.',
  },
}

/**
 * Responds to a request that Node's parser rejected or that timed out. No route sees it, so the error
 * body is written to the socket, which is then closed.
 */
export function respondToUnparsed(config: Config, err: ParserError, socket: Socket): void {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse }
  if (err.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy()
    return
  }
  const { code, ...options } = refusals[err.code ?? ''] ?? invalid
  const requestId = newId('request')
  const body = JSON.stringify(errorBody(config, code, requestId, new ServiceError(code, options)))
  const { status } = errorCatalog[code]
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
