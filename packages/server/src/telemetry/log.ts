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
  /whsec_[A-Za-z0-9_-]{8,}|pst_(?:owner|profile)_[A-Za-z0-9]{8,}|((?:access_token|refresh_token|client_assertion|client_secret|code|code_verifier|request_uri|token|fb_exchange_token|input_token)=)[^&\s"']+|Bearer\s+[A-Za-z0-9._~+/*!-]+|DPoP\s+[A-Za-z0-9._~+/*!-]{16,}/gi

/** Replaces everything that looks like a secret, for texts that are logged. */
export function withoutSecrets(text: string): string {
  return text.replace(secretShapes, (_match, name: string | undefined) =>
    name ? `${name}[hidden]` : '[hidden]',
  )
}

/**
 * Creates the structured log. Fields with a secret's name are hidden on the first three levels, and
 * error messages and stacks are scrubbed of secrets. Only its owner can read a log file. With tracing,
 * lines have the ids of their trace.
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
  // Regular files only: as root, chmod of /dev/null would lock out all other users.
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
