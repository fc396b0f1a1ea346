import { type Command, InvalidArgumentError, Option } from 'commander'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { newUuid } from '../core/ids.ts'
import { newWebhookSecret } from '../resources/webhooks/delivery/signature.ts'
import { type EventType, eventTypes } from '../schemas/event.ts'
import { forwardEvent } from './forward.ts'
import { CommandError } from './installation.ts'
import { print, printProgress } from './print.ts'

const firstRetryMs = 1_000
const retryMsMax = 30_000
/** The server sends something every 15 seconds, so a silent connection is dead. */
const silenceMsMax = 45_000
/** After a reconnect the server repeats up to a minute of events. */
const idsKept = 10_000

type Options = {
  url: string
  key: string
  forwardTo: URL
  types?: EventType[]
  profile?: string
  after?: string
  secret?: string
}

/** Adds `postern listen`, which sends the events of an instance to a URL on this machine. */
export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('receive the events of an instance on this machine, signed as a webhook')
    .requiredOption(
      '--forward-to <url>',
      'where to send them: http://localhost:3000/hook',
      parseUrl,
    )
    .option('--types <types>', 'only these event types, separated by commas', parseTypes)
    .option('--profile <id>', 'only events of this profile: an ID or external_id')
    .option('--after <event-id>', 'start after an event of the last 24 hours instead of now')
    .addOption(
      new Option('--secret <secret>', 'the signing secret; a new one by default').env(
        'POSTERN_WEBHOOK_SECRET',
      ),
    )
    .addOption(
      new Option('--url <url>', 'the URL of Postern')
        .env('POSTERN_URL')
        .default('http://localhost:4000'),
    )
    .addOption(
      new Option('--key <key>', 'an API key; set the variable to keep it out of process lists')
        .env('POSTERN_KEY')
        .makeOptionMandatory(),
    )
    .action(async (options: Options) => {
      if (!URL.canParse(options.url)) throw new CommandError(`${options.url} is not a URL.`)
      const interrupted = new AbortController()
      const stop = () => interrupted.abort()
      process.once('SIGINT', stop).once('SIGTERM', stop)
      await listen(options, interrupted.signal)
    })
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new InvalidArgumentError('It must be an http or https URL.')
}

function parseTypes(text: string): EventType[] {
  return text.split(',').map((name) => {
    const type = eventTypes.find((each) => each === name.trim())
    if (!type) throw new InvalidArgumentError(`The event types are ${eventTypes.join(', ')}.`)
    return type
  })
}

/** Forwards events, one after the other, until the signal is aborted. Reconnects without losing one. */
async function listen(options: Options, interrupted: AbortSignal): Promise<void> {
  const secret = options.secret ?? newWebhookSecret()
  const seen = new Set<string>()
  let { after } = options
  /** The first cursor: what is repeated from before it was not asked for. */
  let floor: string | undefined
  let failures = 0
  const onOpen = () => {
    if (failures > 0) printProgress('Connected again.')
    else if (after === options.after) announce(options, secret)
    failures = 0
  }
  while (!interrupted.aborted) {
    try {
      for await (const { event, id, data } of readStream(options, after, interrupted, onOpen)) {
        floor ??= id
        if (!id || seen.has(id) || id < floor!) continue
        if (event === 'event') {
          const request = { body: Buffer.from(data), secret, deliveryId: newUuid() }
          print(await forwardEvent(options.forwardTo, request, interrupted))
          if (interrupted.aborted) return
          seen.add(id)
          if (seen.size > idsKept) seen.delete(seen.values().next().value!)
        }
        after = id
      }
    } catch (err) {
      if (interrupted.aborted) return
      if (err instanceof CommandError) throw err
      const waitMs = Math.min(firstRetryMs * 2 ** failures, retryMsMax)
      failures += 1
      printProgress(`Connection lost (${reasonOf(err)}). Trying again in ${waitMs / 1_000} s.`)
      await pause(waitMs, interrupted)
    }
  }
}

function announce({ url, forwardTo, types, secret: given }: Options, secret: string): void {
  const filter = types ? types.join(', ') : 'all event types'
  printProgress(`Events of ${new URL(url).origin} (${filter}) go to ${forwardTo.href}`)
  if (!given) print(`Signing secret: ${secret}`)
  printProgress('Ctrl-C stops. To continue later, add --after with the ID of the last event.')
}

async function* readStream(
  { url, key, types, profile }: Options,
  after: string | undefined,
  interrupted: AbortSignal,
  onOpen: () => void,
) {
  const address = new URL('/v1/events/stream', url)
  if (types) address.searchParams.set('event_type', types.join())
  if (after) address.searchParams.set('after', after)
  const silence = new AbortController()
  const restart = () => setTimeout(() => silence.abort(new Error('no heartbeat')), silenceMsMax)
  let timer = restart()
  try {
    const response = await fetch(address, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(profile ? { 'service-profile': profile } : {}),
      },
      redirect: 'error',
      signal: AbortSignal.any([interrupted, silence.signal]),
    })
    if (!response.ok) throw await errorOf(response)
    onOpen()
    const messages = response
      .body!.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const message of messages) {
      clearTimeout(timer)
      yield message
      timer = restart()
    }
  } finally {
    clearTimeout(timer)
  }
  throw new Error('the stream ended')
}

/** An error that trying again cannot fix ends the command. */
async function errorOf(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null
  const message = body?.error?.message ?? `HTTP ${response.status}`
  const isLasting = response.status < 500 && response.status !== 429
  return isLasting ? new CommandError(`Postern refused: ${message}`) : new Error(message)
}

function reasonOf(err: unknown): string {
  const { message, cause } = err as Error
  return (cause as { code?: string } | undefined)?.code ?? message
}

async function pause(ms: number, interrupted: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    interrupted.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
