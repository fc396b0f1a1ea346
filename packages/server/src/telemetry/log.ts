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
  /whsec_[A-Za-z0-9_-]{8,}|pst_(?:owner|profile)_[A-Za-z0-9]{8,}|((?:access_token|refresh_token|client_assertion|client_secret|code|code_verifier|request_uri|token|fb_exchange_token|input_token|password)=)[^&\s"']+|Bearer\s+[A-Za-z0-9._~+/*!-]+|DPoP\s+[A-Za-z0-9._~+/*!-]{16,}|Basic\s+[A-Za-z0-9+/=]{20,}/gi

/** Replaces everything that looks like a secret, for texts that are logged. */
export function withoutSecrets(text: string): string {
  return text.replace(secretShapes, (_match, name: string | undefined) =>
    name ? `${name}[hidden]` : '[hidden]',
  )
}

const textCharsMax = 4_000
const entriesMax = 100
const levelsMax = 5

function clipText(text: string): string {
  return text.length > textCharsMax ? `${text.slice(0, textCharsMax).toWellFormed()}…` : text
}

/** Bounds what is logged: a text, list or error may have been sent by someone else. */
function clip(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return clipText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  // `describeError` bounds it.
  if (value instanceof Error) return value
  if (level > levelsMax) return '…'
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((each) => clip(each, level + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, entriesMax)
      .map(([name, each]) => [name, clip(each, level + 1)]),
  )
}

/**
 * Creates the structured log. Texts are cut off at `textCharsMax` characters. Fields with a secret's
 * name are hidden on the first three levels, and error messages and stacks are scrubbed of secrets. Only
 * its owner can read a log file. With tracing, lines have the ids of their trace.
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
      serializers: { err: (err) => describeError(err) },
      formatters: { log: (fields) => clip(fields) as Record<string, unknown> },
      hooks: {
        logMethod(args, method) {
          const bounded = args.map((each) => (typeof each === 'string' ? clipText(each) : each))
          method.apply(this, bounded as Parameters<typeof method>)
        },
      },
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

function describeError(err: unknown, level = 0): Record<string, unknown> {
  if (!(err instanceof Error)) return { message: withoutSecrets(clipText(String(err))) }
  return {
    name: err.name,
    message: withoutSecrets(clipText(err.message)),
    stack: withoutSecrets(clipText(err.stack ?? '')),
    ...(err.cause === undefined || level >= levelsMax
      ? {}
      : { cause: describeError(err.cause, level + 1) }),
  }
}
