import type { Command } from 'commander'
import { type Config, readDataDir } from '../core/config.ts'
import { migrate } from '../database/migrate.ts'
import { diagnose } from '../operation/doctor/doctor.ts'
import { type Finding, problem, reasonOf } from '../operation/doctor/finding.ts'
import { platformDefinitions } from '../platforms/registry.ts'
import { webhookVerifyTokens } from '../resources/comments/sync/inbound.ts'
import { CommandError, readSettings, withInstallation } from './installation.ts'
import { print, printJson } from './print.ts'

/** Adds the commands that start, migrate and check the service. */
export function addRunningCommands(program: Command): void {
  const settings = (mustExist = true) => readSettings(program.opts(), mustExist)

  program
    .command('start')
    .description('start everything on this machine: the database, the sandbox and the service')
    .action(async () => {
      const { dataDir } = program.opts()
      const { start } = await import('../start/start.ts')
      await start({
        dataDir: readDataDir(dataDir ? { DATA_DIR: dataDir } : {}).dataDir,
        hints: { withSandbox: [], withoutSandbox: [] },
      })
    })

  program
    .command('serve')
    .description('run the service as in production, configured by the environment')
    .action(async () => {
      const { dataDir } = program.opts()
      if (dataDir) throw new CommandError('serve does not accept --data-dir. Set DATA_DIR instead.')
      await import('../main.ts')
    })

  program
    .command('migrate')
    .description('migrate the database (every start does this too)')
    .action(async () => {
      const applied = await withInstallation(settings(false), (ctx) => migrate(ctx.db.pool))
      print(
        applied.length > 0
          ? `Applied: ${applied.join(', ')}.`
          : 'The database is already up to date.',
      )
    })

  program
    .command('doctor')
    .description('check the installation for common problems and show how to fix them')
    .option('--json', 'as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(settings)
      if (json) printJson(findings)
      else print(...describeFindings(findings))
      if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1
    })

  program
    .command('platforms')
    .description('print the URLs and tokens to enter in the apps of the platforms')
    .action(() => print(...describePlatforms(settings())))
}

/** Invalid settings are a finding; a missing installation is an error. */
async function examine(settings: () => Config): Promise<Finding[]> {
  let config: Config
  try {
    config = settings()
  } catch (err) {
    if (err instanceof CommandError) throw err
    return [problem('configuration', reasonOf(err), 'See docs/self-hosting.md for every variable.')]
  }
  return await diagnose(config, withInstallation)
}

const marks = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' } as const

function describeFindings(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(({ level, check, text, advice }) => [
    `${marks[level]} ${check.padEnd(22)} ${text}`,
    ...(advice ?? []).map((line) => `${' '.repeat(32)}→ ${line}`),
  ])
  const count = (level: string) => {
    const { length } = findings.filter((finding) => finding.level === level)
    return `${length} ${level}${length === 1 ? '' : 's'}`
  }
  return [...lines, '', `${count('problem')}, ${count('warning')}.`]
}

/** Redirect URIs, webhook addresses and the verify tokens, which follow from the encryption keys. */
function describePlatforms({ publicUrl, keyring }: Config): string[] {
  const lines = platformDefinitions.flatMap(({ value: platform, app, inbound }) => {
    const callbacks = `${publicUrl}/platform-callbacks/${platform}`
    return [
      '',
      platform,
      `  redirect URI     ${publicUrl}/connect/callback/${platform}`,
      `  webhook URL      ${publicUrl}/platform-webhooks/${platform}`,
      ...(app?.hasUrlPrefix ? [`  URL prefix       ${publicUrl}/`] : []),
      ...(inbound?.handshake
        ? [`  verify token     ${webhookVerifyTokens(keyring, platform)[0]}`]
        : []),
      ...(inbound?.readSignedRequest
        ? [
            `  deauthorize URL  ${callbacks}/deauthorize`,
            `  data deletion    ${callbacks}/data-deletion`,
          ]
        : []),
    ]
  })
  const isHttps = publicUrl.startsWith('https://')
  const advice =
    'The platforms require https. Set PUBLIC_URL to the public https URL of this installation.'
  return ['', `For ${publicUrl}`, ...lines, ...(isHttps ? [] : ['', advice]), '']
}
