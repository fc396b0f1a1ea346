import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultPasswordCost, type PasswordCost } from '../security/password.ts'
import { withSecretFiles } from '../security/secret-files.ts'
import { type Keyring, parseKeyring, reloadableKeyring } from '../security/secrets.ts'
import { loadOrCreateSecrets, readStoredKeys } from '../security/stored-secrets.ts'
import { databaseServers } from './database-address.ts'
import { limits } from './limits.ts'
import type {
  AppPlatformValue,
  PlatformApp,
  ServerNetworkSettings,
  ServerPlatformValue,
} from './networks.ts'
import { platformApps } from './platform-apps.ts'
import { parseS3, type S3Config } from './s3-settings.ts'
import { sandboxServers, serverNetworks } from './server-networks.ts'
import { type AddressRange, addressRanges, origins } from './setting-lists.ts'
import { type ProviderSettings, providerSettings } from './sign-in-settings.ts'

export type Config = {
  readonly role: 'all' | 'api' | 'worker'
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** A connection pooler in front of that database, for requests and jobs. */
  readonly databasePoolUrl: string | null
  readonly databasePoolMax: number
  /** How long a stopping process keeps serving requests while `/ready` reports that it stops. */
  readonly drainSeconds: number
  readonly keyring: Keyring
  /** Whether the keys are those of `<dataDir>/secrets.json`, as ENCRYPTION_KEYS is unset. */
  readonly hasStoredKeys: boolean
  readonly databasePassword: string
  readonly allowPrivateWebhooks: boolean
  readonly requestsPerMinute: number
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly AddressRange[]
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[]
  readonly accountLimit: number | null
  readonly ownerEmail: string | null
  /** Whether the first start creates an owner key and prints it with a sign-in link. */
  readonly printsFirstCredentials: boolean
  /** The OpenID Connect provider that members can sign in with. */
  readonly signInProvider: ProviderSettings | null
  /** Whether members can sign in with a password; links of `postern sign-in` always work. */
  readonly isPasswordSignInEnabled: boolean
  /** Not a setting: only tests change it. */
  readonly passwordCost: PasswordCost
  /** Whether `/mcp` is served. */
  readonly isMcpEnabled: boolean
  /** The bearer token for `/metrics`; `null` disables that path. */
  readonly metricsToken: string | null
  /** A separate port for metrics, health and readiness, also of workers. */
  readonly metricsPort: number | null
  /** The URL of the OpenTelemetry collector. */
  readonly tracesUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly logLevel: string
  readonly logFile: string | null
  readonly outboundCa: string | null
  readonly sandboxUrl: string | null
  readonly mediaBytesMax: number
  /** The total size of an owner's files. */
  readonly mediaOwnerBytesMax: number
  /** The total size of a profile's files. */
  readonly mediaProfileBytesMax: number
  /** Not a setting: only tests change it. */
  readonly mediaFreeBytesMin: number
  /** Stores media files instead of `<dataDir>/media`. */
  readonly s3: S3Config | null
  /** The apps at the networks that require one. */
  readonly platforms: Readonly<Partial<Record<AppPlatformValue, PlatformApp>>>
  /** The networks with a server per account that are switched on. */
  readonly serverNetworks: Readonly<Partial<Record<ServerPlatformValue, ServerNetworkSettings>>>
  /** Origins of servers that people may enter although they are private, use http or have a port. */
  readonly trustedServers: readonly string[]
}

/**
 * The page of this installation that shows clients the result of connecting, for owners without their
 * own application. It needs no registered origin.
 */
export function defaultRedirectUrl({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/connect/done`
}

const port = z.coerce.number().int().min(1).max(65_535)
// The pages use absolute paths from the root, so PUBLIC_URL must not have a path.
const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`,
    'It must contain only scheme, host and port.',
  )
const databaseUrl = z
  .string()
  .regex(
    /^(postgres(ql)?:\/\/|socket:|\/)/,
    'Give an address like postgresql://user@host/database.',
  )
  .superRefine((url, context) => {
    for (const message of problemsOf(databaseServers, url)) {
      context.addIssue({ code: 'custom', message })
    }
  })
const flag = z.enum(['true', 'false', '1', '0', '']).transform((v) => v === 'true' || v === '1')
const optionalUrl = z.url().nullish().default(null)

const environment = z.object({
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4000),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: databaseUrl.nullish().default(null),
  DATABASE_POOL_URL: databaseUrl.nullish().default(null),
  DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(0),
  DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(500).default(20),
  ENCRYPTION_KEYS: z.string().optional(),
  ALLOW_PRIVATE_WEBHOOKS: flag.default(false),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(limits.rate.requestsPerMinute),
  TRUSTED_PROXIES: z.string().default('127.0.0.0/8,::1').transform(addressRanges),
  CORS_ORIGINS: z.string().default('').transform(origins),
  MAX_ACCOUNTS: z.coerce.number().int().min(0).nullish().default(null),
  FIRST_CREDENTIALS: z.enum(['print', 'hide']).default('print'),
  OWNER_EMAIL: z.email().nullish().default(null),
  PASSWORD_SIGN_IN: z.enum(['on', 'off']).default('on'),
  MCP: z.enum(['on', 'off']).default('on'),
  METRICS_TOKEN: z.string().min(16, 'It must have at least 16 characters.').nullish().default(null),
  METRICS_PORT: port.nullish().default(null),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'Give an address like smtp://user:password@host:587.')
    .nullish()
    .default(null),
  MAIL_FROM: z.string().default('Postern <postern@localhost>'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  LOG_FILE: z.string().nullish().default(null),
  OUTBOUND_CA_FILE: z.string().nullish().default(null),
  SANDBOX_URL: optionalUrl,
  TRUSTED_SERVERS: z.string().default('').transform(origins),
  MEDIA_BYTES_MAX: z.coerce.number().int().min(1).default(limits.media.bytesMax),
  MEDIA_OWNER_BYTES_MAX: z.coerce.number().int().min(1).default(limits.media.ownerBytesMax),
  MEDIA_PROFILE_BYTES_MAX: z.coerce.number().int().min(1).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
})

/**
 * Parses the environment into a frozen Config. Throws one error that names every invalid variable.
 * Creates missing secrets once, in `<DATA_DIR>/secrets.json`.
 */
export function loadConfig(rawEnv: Environment): Config {
  const env = Object.fromEntries(
    Object.entries(withSecretFiles(rawEnv)).filter(([, value]) => value !== ''),
  )
  const parsed = environment.safeParse(env)
  const problems = [
    ...(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []),
    ...[
      parseS3,
      providerSettings,
      platformApps,
      serverNetworks,
      parseConfiguredKeyring,
      readCertificateAuthority,
      requireDirectUrl,
    ].flatMap((read) => problemsOf(read, env)),
  ]
  if (!parsed.success || problems.length > 0) {
    throw new Error(`The configuration is not valid:\n  ${problems.join('\n  ')}`)
  }
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  const secrets = loadOrCreateSecrets(dataDir)
  const sandboxUrl = values.SANDBOX_URL?.replace(/\/$/, '') ?? null
  return Object.freeze({
    role: values.ROLE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolUrl: values.DATABASE_POOL_URL,
    databasePoolMax: values.DATABASE_POOL_MAX,
    drainSeconds: values.DRAIN_SECONDS,
    keyring: parseConfiguredKeyring(env) ?? reloadableKeyring(() => readStoredKeys(dataDir)),
    hasStoredKeys: !values.ENCRYPTION_KEYS,
    databasePassword: secrets.database_password,
    allowPrivateWebhooks: values.ALLOW_PRIVATE_WEBHOOKS,
    requestsPerMinute: values.RATE_LIMIT_PER_MINUTE,
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    accountLimit: values.MAX_ACCOUNTS,
    ownerEmail: values.OWNER_EMAIL,
    printsFirstCredentials: values.FIRST_CREDENTIALS === 'print',
    signInProvider: providerSettings(env),
    isPasswordSignInEnabled: values.PASSWORD_SIGN_IN === 'on',
    passwordCost: defaultPasswordCost,
    isMcpEnabled: values.MCP === 'on',
    metricsToken: values.METRICS_TOKEN,
    metricsPort: values.METRICS_PORT,
    tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') ?? null,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    logLevel: values.LOG_LEVEL,
    logFile: values.LOG_FILE,
    outboundCa: readCertificateAuthority(env),
    sandboxUrl,
    mediaBytesMax: values.MEDIA_BYTES_MAX,
    mediaOwnerBytesMax: values.MEDIA_OWNER_BYTES_MAX,
    mediaProfileBytesMax:
      values.MEDIA_PROFILE_BYTES_MAX ??
      Math.ceil(values.MEDIA_OWNER_BYTES_MAX * limits.media.profileBytesShare),
    mediaFreeBytesMin: limits.media.freeBytesMin,
    s3: parseS3(env),
    platforms: platformApps(env, sandboxUrl),
    serverNetworks: serverNetworks(env, sandboxUrl),
    trustedServers: [...values.TRUSTED_SERVERS, ...sandboxServers(sandboxUrl)],
  })
}

type Environment = Readonly<Record<string, string | undefined>>

/** The Config of this process's environment; `overrides` win over it, and it wins over `fallback`. */
export function readConfig(overrides: Environment = {}, fallback: Environment = {}): Config {
  return loadConfig({ ...fallback, ...process.env, ...overrides })
}

/** The data folder of this process's environment, and whether it has the database; creates nothing. */
export function readDataDir(overrides: Environment = {}): { dataDir: string; isEmbedded: boolean } {
  const { DATA_DIR, DATABASE_URL } = { ...process.env, ...overrides }
  return { dataDir: resolve(DATA_DIR || 'data'), isEmbedded: !DATABASE_URL }
}

/** What `postern start` reads before it has a Config, to choose its port and sandbox. */
export function readStartSettings() {
  const { HOST, PORT, PUBLIC_URL, SANDBOX, npm_lifecycle_event } = process.env
  return { HOST, PORT, PUBLIC_URL, SANDBOX, npm_lifecycle_event }
}

/** The library path: the only variable that child processes need from this environment. */
export function libraryPath(): Record<string, string> {
  const { LD_LIBRARY_PATH } = process.env
  return LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}
}

/** A Config for the log, with secrets only as set or unset. */
export function describeConfig(config: Config): Record<string, unknown> {
  return {
    role: config.role,
    address: `${config.host}:${config.port}`,
    public_url: config.publicUrl,
    data_dir: config.dataDir,
    database: config.databaseUrl ? 'set' : 'embedded',
    database_pooler: config.databasePoolUrl ? 'set' : 'unset',
    encryption_keys: config.keyring.length,
    allow_private_webhooks: config.allowPrivateWebhooks,
    metrics: config.metricsPort ?? (config.metricsToken ? 'with token' : 'off'),
    traces: config.tracesUrl ? 'set' : 'off',
    smtp: config.smtpUrl ? 'set' : 'unset',
    sign_in_provider: config.signInProvider?.issuer ?? 'unset',
    password_sign_in: config.isPasswordSignInEnabled ? 'on' : 'off',
    sandbox: config.sandboxUrl ?? 'unset',
    media: config.s3 ? `s3 ${config.s3.bucket}` : 'disk',
    platforms: [...Object.keys(config.platforms), ...Object.keys(config.serverNetworks)],
  }
}

/** Runs a reader and returns its error message, if it throws. */
function problemsOf<Input>(read: (input: Input) => unknown, input: Input): string[] {
  try {
    read(input)
    return []
  } catch (err) {
    return [(err as Error).message]
  }
}

function parseConfiguredKeyring({ ENCRYPTION_KEYS }: Environment): Keyring | null {
  if (!ENCRYPTION_KEYS) return null
  try {
    return parseKeyring(ENCRYPTION_KEYS.split(','))
  } catch (cause) {
    throw new Error(`ENCRYPTION_KEYS: ${(cause as Error).message}`, { cause })
  }
}

function requireDirectUrl({ DATABASE_URL, DATABASE_POOL_URL }: Environment): void {
  if (!DATABASE_POOL_URL || DATABASE_URL) return
  throw new Error('DATABASE_POOL_URL: Set DATABASE_URL too, to the address of PostgreSQL itself.')
}

function readCertificateAuthority({ OUTBOUND_CA_FILE: file }: Environment): string | null {
  if (!file) return null
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`OUTBOUND_CA_FILE: ${file} cannot be read (${code}).`, { cause })
  }
}
