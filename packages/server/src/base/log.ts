import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const hidden = [
  'authorization',
  'cookie',
  'token',
  'access_token',
  'refresh_token',
  'client_secret',
  'secret',
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
 * two levels; error messages and stacks are scrubbed of everything that looks like a secret.
 */
export function createLog(options: {
  level: string
  file?: string | null
  destination?: DestinationStream
}): Log {
  const destination =
    options.destination ?? pino.destination({ dest: options.file ?? 2, sync: true, mkdir: true })
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
      serializers: { err: describeError },
    },
    destination,
  )
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
