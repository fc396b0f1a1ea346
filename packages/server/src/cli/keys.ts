import type { Command } from 'commander'
import { listKeys } from '../resources/keys/keys.ts'
import type { ApiKey } from '../schemas/api-key.ts'
import { readSettings, withInstallation } from './installation.ts'
import {
  createCliKey,
  createCliSignInLink,
  describeKey,
  describeLink,
  ownerScope,
  revokeCliKey,
} from './owner.ts'
import { print, printJson, table } from './print.ts'

type Options = { profile?: string; expires?: string; json?: boolean }

/** Adds the API key commands and `sign-in`, for owners who have lost their password. */
export function addKeyCommands(program: Command): void {
  const settings = () => readSettings(program.opts())
  const keys = program.command('keys').description('manage API keys')
  keys.exitOverride()

  keys
    .command('list', { isDefault: true })
    .description('list the API keys, without their secrets')
    .option('--json', 'as JSON')
    .exitOverride()
    .action(async ({ json }: Options) => {
      const keyList = await withInstallation(settings(), async (ctx) => {
        const scope = await ownerScope(ctx)
        const collected: ApiKey[] = []
        let cursor: string | null = null
        do {
          const page: Awaited<ReturnType<typeof listKeys>> = await listKeys(ctx, scope, {
            limit: 100,
            ...(cursor ? { cursor } : {}),
          })
          collected.push(...page.data)
          cursor = page.next_cursor
        } while (cursor)
        return collected
      })
      if (json) return printJson(keyList)
      const head = ['ID', 'STATUS', 'BEGINS WITH', 'PROFILE', 'LAST USED', 'NAME']
      const rows = keyList.map((key) => [
        key.id,
        key.status,
        key.hint,
        key.profile_id ?? 'all',
        key.last_used_at?.slice(0, 16) ?? 'never',
        key.name,
      ])
      print(...table([head, ...rows]))
    })

  keys
    .command('create')
    .description('create an owner key or a profile key and show it once')
    .argument('[name]', 'what the key is for', 'Made by postern keys create')
    .option('--profile <id>', 'lock the key to a profile (ID or external_id)')
    .option('--expires <instant>', 'when the key expires, for example 2027-01-31T00:00:00Z')
    .exitOverride()
    .action(async (name: string, { profile, expires }: Options) => {
      const input = { name, profile_id: profile, expires_at: expires }
      const config = settings()
      const secret = await withInstallation(config, (ctx) => createCliKey(ctx, input))
      print(...describeKey(profile ? 'Profile key' : 'Owner key', secret, config))
    })

  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<id>', 'the ID from postern keys list')
    .exitOverride()
    .action(async (id: string) => {
      const key = await withInstallation(settings(), (ctx) => revokeCliKey(ctx, id))
      print(`${key.id} (${key.name}) was revoked.`)
    })

  program
    .command('sign-in')
    .description('create a sign-in link to the dashboard for an owner')
    .argument('[email]', 'email of the owner; the first owner by default')
    .option('--reset-second-factor', 'also turn off their second factor, for a lost phone')
    .action(async (email: string | undefined, options: { resetSecondFactor?: boolean }) => {
      const link = await withInstallation(settings(), (ctx) =>
        createCliSignInLink(ctx, email ?? null, options),
      )
      print(...describeLink(link))
    })
}
