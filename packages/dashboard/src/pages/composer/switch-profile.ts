import { type Composition, mediaKeysOf } from '../../post/composition.ts'

/**
 * The composition for another profile: with its texts, the given accounts, and the shared files that
 * can be uploaded again. Other files and everything specific to an account are removed.
 */
export function switchProfile(
  before: Composition,
  profileId: string,
  accountIds: string[],
  canUploadAgain: (key: string) => boolean,
): Composition {
  const media = before.media.filter(canUploadAgain)
  const thread = before.thread.map((part) => ({
    ...part,
    media: part.media.filter(canUploadAgain),
  }))
  const attachments = mediaKeysOf({ media, thread }).map((key) => [
    key,
    { ...before.attachments[key]!, state: 'uploading' as const, media: null },
  ])
  return {
    ...before,
    profileId,
    accountIds,
    media,
    thread,
    attachments: Object.fromEntries(attachments),
    variants: {},
  }
}
