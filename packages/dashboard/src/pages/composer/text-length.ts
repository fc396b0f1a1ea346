import type { Account } from '@postern/sdk'

type Counted = { length: number; max: number }

/** TikTok's description of photos is longer than the title of a video (docs of TikTok, §5.5). */
const tiktokPhotoMax = 4_000

/** How long the text is in the platform's own units, while one types; the service has the last word. */
export function countText(account: Account, text: string, hasPhotos: boolean): Counted {
  const max = account.limits.text_max
  switch (account.platform) {
    case 'threads':
      return { length: threadsLength(text), max }
    case 'instagram':
      return { length: [...text].length, max }
    case 'tiktok':
      return { length: text.length, max: hasPhotos ? tiktokPhotoMax : max }
    default:
      return { length: text.length, max }
  }
}

const segmenter = new Intl.Segmenter('en')
const encoder = new TextEncoder()

/** Characters, where an emoji counts as its bytes in UTF-8. */
function threadsLength(text: string): number {
  let length = 0
  for (const { segment } of segmenter.segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u.test(segment)
    length += isEmoji ? encoder.encode(segment).length : [...segment].length
  }
  return length
}
