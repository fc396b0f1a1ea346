import { chmodSync, statSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { traceIds } from './trace.ts'

export type Log = Logger

const hiddenFields = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'token',
  'tokens',
  'access_token',
  'refresh_token',
  'client_secret',
  'secret',
  'verifier',
  'code',
  'text',
  'body',
  'password',
]

const secretShapes =
  /whsec_[A-Za-z0-9_-]{8,}|pst_(?:owner|profile)_[A-Za-z0-9]{8,}|((?:access_token|refresh_token|client_secret|code|token|fb_exchange_token|input_token)=)[^&\s"']+|Bearer\s+[A-Za-z0-9._~+/*!-]+/gi

/** Removes everything of the shape of a secret from a text that is to be logged. */
export function withoutSecrets(text: string): string {
  return text.replace(secretShapes, (_match, name: string | undefined) =>
    name ? `${name}[hidden]` : '[hidden]',
  )
}

/**
 * One structured line per thing that happened. Fields named like a secret are hidden at the first
 * three levels; error messages and stacks are scrubbed of everything that looks like a secret. A
 * log file is its owner's alone. With tracing on, a line carries the ids of its trace.
 */
export function createLog(options: {
  level: string
  file?: string | null
  destination?: DestinationStream
}): Log {
  const destination = options.destination ?? openDestination(options.file ?? null)
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: hiddenFields.flatMap(pathsOf), censor: '[hidden]' },
      serializers: { err: describeError },
      mixin: traceIds,
    },
    destination,
  )
}

function pathsOf(name: string): string[] {
  const suffix = name.startsWith('[') ? name : `.${name}`
  return [name, `*${suffix}`, `*.*${suffix}`]
}

function openDestination(file: string | null): DestinationStream {
  // A file of ours only: as root the same on /dev/null shuts every other user out of it.
  if (file && statSync(file, { throwIfNoEntry: false })?.isFile()) chmodSync(file, 0o600)
  return pino.destination({ dest: file ?? 2, sync: true, mkdir: true, mode: 0o600 })
}

function describeError(err: unknown): Record<string, unknown> {
  if (!(err instanceof Error)) return { message: withoutSecrets(String(err)) }
  return {
    name: err.name,
    message: withoutSecrets(err.message),
    stack: withoutSecrets(err.stack ?? ''),
    ...(err.cause === undefined ? {} : { cause: describeError(err.cause) }),
  }
}
