import type { AccountFacts } from '../../core/account-facts.ts'
import { checkTextLength, isBlank } from '../contract/check-text.ts'
import { checkOptions, errorFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PublishFinding } from '../contract/publish.ts'
import { wordpressFile, wordpressMedia, wordpressText } from './limits.ts'
import { wordpressOptions } from './options.ts'

/** Limits do not differ by site, as a site does not tell its own. */
export function checkWordpress(
  { text, media, options }: PostContent,
  _facts: AccountFacts | null,
): PublishFinding[] {
  const { max, altTextMax } = wordpressMedia
  const subject = { path: 'text', subject: 'The text', platform: 'WordPress' }
  return [
    ...checkOptions(wordpressOptions, options),
    ...(media.length === 0 && isBlank(text) ? [emptyFinding] : []),
    ...checkTextLength(subject, text, wordpressText),
    ...(media.length > max ? [tooManyFinding(max, media.length)] : []),
    ...media.flatMap((each, index) => [
      ...checkMedia(`media.${index}`, each, wordpressFile[each.type]),
      ...checkAltText(`media.${index}`, each, altTextMax),
    ]),
  ]
}

const emptyFinding = errorFinding({
  path: 'text',
  code: 'text_required',
  message: 'The post is empty. Add text or media.',
})

function tooManyFinding(limit: number, actual: number): PublishFinding {
  const message = `Too many files. A post on WordPress has at most ${limit} here.`
  return errorFinding({ path: 'media', code: 'media_count', message }, { limit, actual })
}
