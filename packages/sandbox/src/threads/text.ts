import type { Params } from '../core/request.ts'
import type { GraphError } from '../graph/errors.ts'
import { threadsParameter } from './errors.ts'

const TEXT_BYTES_MAX = 500
const LINKS_MAX = 5
const ALT_TEXT_MAX = 1000
const replyControls = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
]
const textOnly = ['link_attachment', 'poll_attachment', 'text_attachment', 'gif_attachment']

function refused(message: string): GraphError {
  return threadsParameter(message)
}

/** Throws for text and attachments that Threads rejects at container creation (threads.md §3.1, §3.6). */
export function checkThreadsText(params: Params, mediaType: string): void {
  const text = params.text ?? ''
  if (Buffer.byteLength(text, 'utf8') > TEXT_BYTES_MAX) {
    throw refused('Param text must be at most 500 characters long')
  }
  const links = new Set(text.match(/https?:\/\/[^\s]+/g) ?? [])
  if (params.link_attachment) links.add(params.link_attachment)
  if (links.size > LINKS_MAX) {
    throw refused('THREADS_API__LINK_LIMIT_EXCEEDED: The post has more than 5 links')
  }
  if ((params.alt_text ?? '').length > ALT_TEXT_MAX) {
    throw refused('Param alt_text must be at most 1000 characters long')
  }
  if (params.reply_control && !replyControls.includes(params.reply_control)) {
    throw refused(`Param reply_control must be one of {${replyControls.join(', ').toUpperCase()}}`)
  }
  if (params.topic_tag !== undefined && !/^[^.&]{1,50}$/.test(params.topic_tag)) {
    throw refused('Param topic_tag must have 1 to 50 characters and no . or &')
  }
  for (const name of textOnly) {
    if (params[name] && mediaType !== 'TEXT') throw refused(`Param ${name} is for TEXT posts only`)
  }
  checkPoll(params.poll_attachment)
  checkTextAttachment(params)
  checkGif(params.gif_attachment)
}

function checkPoll(text: string | undefined): void {
  if (!text) return
  const poll = parse(text, 'poll_attachment')
  const options = ['option_a', 'option_b', 'option_c', 'option_d'].flatMap((key) => poll[key] ?? [])
  if (!poll.option_a || !poll.option_b) throw refused('Param poll_attachment needs two options')
  if (options.some((option) => typeof option !== 'string' || option.length > 25)) {
    throw refused('Param poll_attachment options must be at most 25 characters long')
  }
}

function checkTextAttachment(params: Params): void {
  if (!params.text_attachment) return
  const attachment = parse(params.text_attachment, 'text_attachment')
  if (typeof attachment.plaintext !== 'string' || attachment.plaintext.length > 10_000) {
    throw refused('Param text_attachment plaintext must be at most 10000 characters long')
  }
  if (params.poll_attachment || params.link_attachment || params.gif_attachment) {
    throw refused('Param text_attachment cannot be used with another attachment')
  }
}

function checkGif(text: string | undefined): void {
  if (text && typeof parse(text, 'gif_attachment').gif_id !== 'string') {
    throw refused('Param gif_attachment needs a gif_id')
  }
}

function parse(text: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // Falls through: invalid JSON and a JSON value that is not an object have the same error.
  }
  throw refused(`Param ${name} must be a JSON object`)
}
