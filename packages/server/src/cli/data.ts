import { resolve } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import { version } from '../app.ts'
import type { Context } from '../context.ts'
import { createBackup } from '../operation/backup/backup.ts'
import type { Overdue } from '../operation/backup/overdue.ts'
import { restore } from '../operation/backup/restore.ts'
import { exportProfile } from '../operation/export.ts'
import { type Rotation, removeOldKeys, rotateEncryptionKey } from '../operation/rotate.ts'
import { newEncryptionKey } from '../security/stored-secrets.ts'
import { CommandError, readSettings, withInstallation } from './installation.ts'
import {
  createCliKey,
  createCliSignInLink,
  describeKey,
  describeLink,
  ownerScope,
} from './owner.ts'
import { print, printProgress, sizeOf } from './print.ts'

const rotationWaitMsMax = 60_000

type RestoreFlags = { force?: boolean; overdue?: Overdue; revokeAll?: boolean }

const unrevokedNotice = [
  'API keys, sessions and passwords are those of the backup: what was revoked or changed since works again.',
  'To end all of them, restore once more with --force --revoke-all.',
]

/** Adds the commands for backup, restore, export and key rotation. */
export function addDataCommands(program: Command): void {
  const settings = (mustExist = true) => readSettings(program.opts(), mustExist)

  program
    .command('backup')
    .description('writes everything into one file, while the service runs')
    .argument('<file>', 'a new file, like postern-2026-11-21.tar.gz')
    .option('--with-keys', 'the encryption keys too: whoever has the file can open every token')
    .option('--without-media', 'leaves the media files out, say, where a bucket has its own backup')
    .action(async (file: string, options: { withKeys?: boolean; withoutMedia?: boolean }) => {
      const done = await withInstallation(settings(), (ctx) =>
        createBackup(ctx, resolve(file), {
          version,
          withKeys: options.withKeys ?? false,
          withMedia: !options.withoutMedia,
          onProgress: printProgress,
        }),
      )
      const rows = Object.values(done.rows).reduce((sum, count) => sum + count, 0)
      print(`Backed up ${rows} rows and ${done.files} media files: ${file}, ${sizeOf(done.bytes)}.`)
      if (done.missing_files.length > 0) {
        print(`${done.missing_files.length} media files were not in the store and are left out.`)
      }
      print(
        options.withKeys
          ? 'It has the encryption keys in it: keep it like a password.'
          : `It does not open without the encryption keys ${done.keyNames.join(', ') || '(none yet)'}: keep those apart from it.`,
      )
    })

  program
    .command('restore')
    .description('puts a backup into an empty installation whose service does not run')
    .argument('<file>', 'what postern backup wrote')
    .option('--force', 'replaces everything that the installation holds')
    .addOption(
      new Option('--overdue <what>', 'posts whose time came since the backup').choices([
        'publish',
        'cancel',
      ]),
    )
    .option('--revoke-all', 'ends every API key, session and password of the backup')
    .action(async (file: string, options: RestoreFlags) => {
      const { done, access } = await withInstallation(settings(false), async (ctx) => {
        const done = await restore(ctx, resolve(file), {
          force: options.force ?? false,
          overdue: options.overdue ?? null,
          revokeAll: options.revokeAll ?? false,
          onProgress: printProgress,
        })
        return { done, access: options.revokeAll ? await createAccess(ctx) : unrevokedNotice }
      })
      const rows = Object.values(done.rows).reduce((sum, count) => sum + count, 0)
      print(
        `Restored ${rows} rows and ${done.files} media files of ${done.createdAt.toISOString()}.`,
        ...(done.overdue > 0
          ? [
              options.overdue === 'cancel'
                ? `${done.overdue} posts whose time had come are canceled.`
                : `${done.overdue} posts whose time has come are published at the start.`,
            ]
          : []),
        ...access,
        'Start the service now.',
      )
    })

  program
    .command('rotate-encryption-key')
    .description('makes a new encryption key and seals everything with it, while the service runs')
    .option('--remove-old', 'takes the older keys out of secrets.json, once nothing needs them')
    .action(async (options: { removeOld?: boolean }) => {
      const config = settings()
      if (options.removeOld) {
        if (!config.hasStoredKeys) {
          throw new CommandError('ENCRYPTION_KEYS is set: take the older keys out of it there.')
        }
        const removed = await withInstallation(config, removeOldKeys)
        return print(
          removed.length > 0 ? `Removed ${removed.join(', ')}.` : 'There is one key only.',
        )
      }
      const done = await withInstallation(config, (ctx) =>
        rotateEncryptionKey(ctx, {
          waitMsMax: rotationWaitMsMax,
          wait: (ms) => new Promise((resume) => setTimeout(resume, ms)),
          onProgress: printProgress,
        }),
      )
      print(...describeRotation(done, config.hasStoredKeys))
    })

  program
    .command('export')
    .description('writes the data of one profile into a file, with its media and without tokens')
    .addArgument(new Argument('<what>', 'what to export').choices(['profile']))
    .argument('<id>', 'id or external_id of the profile')
    .argument('<file>', 'a new file, like client.tar.gz')
    .action(async (_what: string, id: string, file: string) => {
      const done = await withInstallation(settings(), async (ctx) =>
        exportProfile(ctx, await ownerScope(ctx), id, resolve(file)),
      )
      const counts = Object.entries(done.counts).map(([name, count]) => `${count} ${name}`)
      print(`Exported ${counts.join(', ')}: ${file}, ${sizeOf(done.bytes)}.`)
    })
}

/** Creates an owner key and a sign-in link, because all those of the backup are revoked. */
async function createAccess(ctx: Context): Promise<string[]> {
  const secret = await createCliKey(ctx, { name: 'Made by postern restore' })
  const link = await createCliSignInLink(ctx, null)
  return [
    'Every API key, session and password of the backup is revoked. Members need a new sign-in link each.',
    ...describeKey('Owner key', secret),
    ...describeLink(link),
  ]
}

function describeRotation(done: Rotation, hasKeptKeys: boolean): string[] {
  const sealed = `${done.resealed} values were sealed anew with the key ${done.current}; ${done.verified} open with it.`
  if (!hasKeptKeys && done.resealed === 0 && done.removable.length === 0) {
    return [
      `Everything is sealed with the key ${done.current} already. For a new one:`,
      `  1. Put this behind the others in ENCRYPTION_KEYS and restart every process: ${newEncryptionKey()}`,
      '  2. Put it in front of the others and restart every process.',
      '  3. Call this command again with the same ENCRYPTION_KEYS.',
    ]
  }
  if (done.removable.length === 0) return [sealed]
  return [
    sealed,
    `Nothing is sealed with ${done.removable.join(', ')} any more. Backups made before need it still: keep a copy with them.`,
    hasKeptKeys
      ? 'Then take it out: postern rotate-encryption-key --remove-old'
      : 'Then take it out of ENCRYPTION_KEYS and restart every process.',
    'Verify tokens of platform webhooks follow from the first key: postern platforms shows the new ones.',
  ]
}
