import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { type Installation, type ReviewedPlatform, readInstallation } from './installation.ts'
import { permissionsOf, readmeOf, screencastOf, settingsOf, testInstructionsOf } from './texts.ts'

type Kit = {
  folder: string
  ownerId: string
  invitationUrl: string | null
  /** Takes the pictures into the folder. Returns their names, or why there are none. */
  takePictures: (folder: string) => Promise<readonly string[] | string>
}

/**
 * Writes what a network's review asks for as Markdown files into a new folder, from the settings of the
 * installation. The files contain no client secret and no verify token. Changes nothing in the database.
 */
export async function writeReviewKit(
  ctx: Context,
  platform: ReviewedPlatform,
  { folder, ownerId, invitationUrl, takePictures }: Kit,
): Promise<{ files: string[]; pictures: readonly string[] | string; installation: Installation }> {
  const installation = await readInstallation(ctx, platform, ownerId)
  await mkdir(folder, { recursive: true })
  const pictures = await takePictures(folder)
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const texts = {
    'README.md': readmeOf(platform, installation, { day, pictures }),
    '1-settings.md': settingsOf(platform, installation),
    '2-permissions.md': permissionsOf(platform),
    '3-test-instructions.md': testInstructionsOf(platform, installation, invitationUrl),
    '4-screencast.md': screencastOf(platform, installation),
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
  return { files: Object.keys(texts), pictures, installation }
}

/** Whether the folder has a kit, which may have been edited. */
export function hasReviewKit(folder: string): boolean {
  return existsSync(join(folder, 'README.md'))
}

/** The longest time an invitation can be open. */
export const reviewInvitation = { expires_in_days: limits.connect.invitationDays.max }
