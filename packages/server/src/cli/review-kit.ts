import { resolve } from 'node:path'
import type { Command } from 'commander'
import { defaultRedirectUrl } from '../core/config.ts'
import { findMissing, type ReviewedPlatform } from '../operation/review-kit/installation.ts'
import {
  hasReviewKit,
  reviewInvitation,
  writeReviewKit,
} from '../operation/review-kit/review-kit.ts'
import type { Platform } from '../platforms/contract/platform.ts'
import { platformDefinitions } from '../platforms/registry.ts'
import { CommandError, readSettings, withInstallation } from './installation.ts'
import { createCliInvitation, ownerScope } from './owner.ts'
import { print } from './print.ts'
import { takeScreenshots } from './screenshots.ts'

type Options = { out?: string; invitation?: string }

/** Adds `postern review-kit`. */
export function addReviewKitCommand(program: Command): void {
  program
    .command('review-kit')
    .description(
      'write what the review of a network asks for, from the settings of this installation',
    )
    .argument('<platform>', 'the network, for example threads')
    .option('--out <folder>', 'the folder to create; review-kit-<platform> by default')
    .option(
      '--invitation <profile>',
      'also create an invitation of this profile (ID or external_id) for the reviewer',
    )
    .action(async (value: string, options: Options) => {
      const platform = findPlatform(value)
      if (!isReviewed(platform)) {
        return print(`${platform.name} needs no review. Every client can connect at once.`)
      }
      const folder = resolve(options.out ?? `review-kit-${platform.value}`)
      if (hasReviewKit(folder)) {
        throw new CommandError(
          `There is a kit in ${folder}. Choose another folder with --out, or delete it.`,
        )
      }
      const { files, pictures, installation } = await withInstallation(
        readSettings(program.opts()),
        async (ctx) => {
          const { ownerId } = await ownerScope(ctx)
          const input = {
            ...reviewInvitation,
            platforms: [platform.value],
            redirect_url: defaultRedirectUrl(ctx.config),
          }
          const invitationUrl = options.invitation
            ? await createCliInvitation(ctx, options.invitation, input)
            : null
          const takePictures = (into: string) =>
            takeScreenshots(into, ctx.config.publicUrl, invitationUrl)
          return await writeReviewKit(ctx, platform, {
            folder,
            ownerId,
            invitationUrl,
            takePictures,
          })
        },
      )
      print(
        `Wrote ${files.join(', ')} in ${folder}.`,
        typeof pictures === 'string' ? pictures : `Took ${pictures.length} pictures.`,
        ...findMissing(platform, installation).map((sentence) => `Missing: ${sentence}`),
        'Read README.md first.',
      )
    })
}

function findPlatform(value: string): Platform {
  const platform = platformDefinitions.find((each) => each.value === value)
  if (platform) return platform
  const values = platformDefinitions.map((each) => each.value)
  throw new CommandError(`There is no network ${value}. Use one of ${values.join(', ')}.`)
}

function isReviewed(platform: Platform): platform is ReviewedPlatform {
  return platform.review !== undefined
}
