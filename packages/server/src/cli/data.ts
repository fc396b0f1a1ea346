import { resolve } from 'node:path'
import { Argument, type Command, Option } from 'commander'
import { version } from '../app.ts'
import type { Context } from '../context.ts'
import type { Config } from '../core/config.ts'
import { createBackup } from '../operation/backup/backup.ts'
import type { Overdue } from '../operation/backup/overdue.ts'
import { restore } from '../operation/backup/restore.ts'
import { exportProfile } from '../operation/export.ts'
import { type Rotation, removeOldKeys, rotateEncryptionKey } from '../operation/rotate.ts'
import { newEncryptionKey } from '../security/stored-secrets.ts'
import { commandFor } from '../start/command.ts'
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
  'API keys, sessions and passwords are restored as of the backup. Those revoked or changed since then work again.',
  'To revoke all of them, restore again with --force --revoke-all.',
]

/** Adds the commands for backup, restore, export and key rotation. */
export function addDataCommands(program: Command): void {
  const settings = (mustExist = true) => readSettings(program.opts(), mustExist)

  program
    .command('backup')
    .description('write a backup of everything to one file (the service can keep running)')
    .argument('<file>', 'the file to create, for example postern-2026-11-21.tar.gz')
    .option(
      '--with-keys',
      'include the encryption keys; anyone with the file can then decrypt every token',
    )
    .option(
      '--without-media',
      'leave out the media files, for example if the bucket has its own backup',
    )
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
        print(
          `${done.missing_files.length} media files were missing from the store and are not in the backup.`,
        )
      }
      print(
        options.withKeys
          ? 'It contains the encryption keys. Protect it like a password.'
          : `You need the encryption keys ${done.keyNames.join(', ') || '(none yet)'} to restore it. Keep them in a separate place.`,
      )
    })

  program
    .command('restore')
    .description('restore a backup into an empty installation (stop the service first)')
    .argument('<file>', 'the file that postern backup created')
    .option('--force', 'replace all data of the installation')
    .addOption(
      new Option(
        '--overdue <what>',
        'what to do with posts that became due since the backup',
      ).choices(['publish', 'cancel']),
    )
    .option('--revoke-all', 'revoke every API key, session and password in the backup')
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
        `Restored ${rows} rows and ${done.files} media files from ${done.createdAt.toISOString()}.`,
        ...(done.overdue > 0
          ? [
              options.overdue === 'cancel'
                ? `${done.overdue} overdue posts were canceled.`
                : `${done.overdue} overdue posts will be published when the service starts.`,
            ]
          : []),
        ...access,
        'Start the service now.',
      )
    })

  program
    .command('rotate-encryption-key')
    .description(
      'create a new encryption key and re-encrypt everything (the service can keep running)',
    )
    .option('--remove-old', 'remove older keys from secrets.json when nothing uses them')
    .action(async (options: { removeOld?: boolean }) => {
      const config = settings()
      if (options.removeOld) {
        if (!config.hasStoredKeys) {
          throw new CommandError(
            'ENCRYPTION_KEYS is set, so the keys are not in secrets.json. Remove the older keys from ENCRYPTION_KEYS.',
          )
        }
        const removed = await withInstallation(config, removeOldKeys)
        return print(
          removed.length > 0
            ? `Removed ${removed.join(', ')}.`
            : 'There is only one key. Nothing to remove.',
        )
      }
      const done = await withInstallation(config, (ctx) =>
        rotateEncryptionKey(ctx, {
          waitMsMax: rotationWaitMsMax,
          wait: (ms) => new Promise((resume) => setTimeout(resume, ms)),
          onProgress: printProgress,
        }),
      )
      print(...describeRotation(done, config))
    })

  program
    .command('export')
    .description('export the data and media of one profile, without tokens')
    .addArgument(new Argument('<what>', 'what to export').choices(['profile']))
    .argument('<id>', 'ID or external_id of the profile')
    .argument('<file>', 'the file to create, for example client.tar.gz')
    .action(async (_what: string, id: string, file: string) => {
      const done = await withInstallation(settings(), async (ctx) =>
        exportProfile(ctx, await ownerScope(ctx), id, resolve(file)),
      )
      const counts = Object.entries(done.counts).map(
        ([name, count]) => `${count} ${name.replaceAll('_', ' ')}`,
      )
      print(`Exported ${counts.join(', ')}: ${file}, ${sizeOf(done.bytes)}.`)
      const { length } = done.missingMedia
      if (length === 0) return
      throw new CommandError(
        `${length === 1 ? '1 file is' : `${length} files are`} missing from the store and not in the export: ${done.missingMedia.join(', ')}`,
      )
    })
}

/** Creates an owner key and a sign-in link, because all those of the backup are revoked. */
async function createAccess(ctx: Context): Promise<string[]> {
  const secret = await createCliKey(ctx, { name: 'Made by postern restore' })
  const link = await createCliSignInLink(ctx, null)
  return [
    'Every API key, session and password in the backup was revoked. Each member needs a new sign-in link.',
    ...describeKey('Owner key', secret, ctx.config),
    ...describeLink(link),
  ]
}

function describeRotation(done: Rotation, { dataDir, hasStoredKeys }: Config): string[] {
  const sealed = `${done.resealed} values were re-encrypted with the key ${done.current}; ${done.verified} can be decrypted with it.`
  if (!hasStoredKeys && done.resealed === 0 && done.removable.length === 0) {
    return [
      `Everything is already encrypted with the key ${done.current}. To use a new key:`,
      `  1. Add this key at the end of ENCRYPTION_KEYS and restart every process: ${newEncryptionKey()}`,
      '  2. Move it to the front and restart every process.',
      '  3. Run this command again with the same ENCRYPTION_KEYS.',
    ]
  }
  if (done.removable.length === 0) return [sealed]
  return [
    sealed,
    `Nothing is encrypted with ${done.removable.join(', ')} anymore. Older backups still need it: keep a copy for them.`,
    hasStoredKeys
      ? `Then remove it: ${commandFor(dataDir, 'rotate-encryption-key --remove-old')}`
      : 'Then remove it from ENCRYPTION_KEYS and restart every process.',
    `The verify tokens of platform webhooks have changed. To see them: ${commandFor(dataDir, 'platforms')}`,
  ]
}
