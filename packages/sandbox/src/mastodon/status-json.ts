import type { Sandbox } from '../core/sandbox.ts'
import { accountJson } from './account-json.ts'
import { handleOf } from './authors.ts'
import { contentHtml, mentionHtml } from './content-html.ts'
import { mediaJson } from './media-json.ts'
import { isCurrent, originOf } from './servers.ts'
import {
  findPerson,
  impliedMention,
  mentionedBy,
  repliesTo,
  type Status,
  visibilityOf,
} from './statuses.ts'
import { piecesOf } from './text.ts'

/** A Status entity (mastodon.md §3.2). `quotes_count` is new and missing on older servers. */
export function statusJson(sandbox: Sandbox, status: Status): object {
  const { server, facts, parent, author } = status
  const { url, uri } = handleOf(sandbox, server, author)
  const { likes, reposts, quotes } = status.numbers
  return {
    id: status.id,
    created_at: new Date(status.created_at).toISOString(),
    in_reply_to_id: parent?.id ?? null,
    in_reply_to_account_id: parent ? handleOf(sandbox, server, parent.author).id : null,
    sensitive: facts.sensitive === 'true',
    spoiler_text: facts.spoiler_text ?? '',
    visibility: visibilityOf(status),
    language: facts.language || null,
    uri: `${uri}/statuses/${status.id}`,
    url: `${url}/${status.id}`,
    replies_count: repliesTo(sandbox, status).length,
    reblogs_count: reposts,
    favourites_count: likes,
    ...(isCurrent(server) ? { quotes_count: quotes } : {}),
    edited_at: facts.edited_at ?? null,
    content: htmlOf(sandbox, status),
    reblog: null,
    application: applicationOf(status),
    account: accountJson(sandbox, server, author),
    media_attachments: mediaOf(sandbox, status),
    mentions: mentionedBy(sandbox, status).map((person) => {
      const { id, username, url, acct } = handleOf(sandbox, server, person)
      return { id, username, url, acct }
    }),
    tags: tagsOf(sandbox, status),
    emojis: [],
    card: null,
    poll: null,
  }
}

/** The text as HTML, with the mention that Mastodon's own reply form puts in front. */
function htmlOf(sandbox: Sandbox, status: Status): string {
  const { server } = status
  const html = contentHtml(status.text, {
    mention(piece) {
      const person = findPerson(sandbox, status, piece)
      return person && handleOf(sandbox, server, person)
    },
    tag: (name) => tagUrl(sandbox, status, name),
  })
  const implied = impliedMention(status)
  if (!implied) return html
  const mention = mentionHtml(handleOf(sandbox, server, implied))
  return html ? html.replace('<p>', () => `<p>${mention} `) : `<p>${mention}</p>`
}

function tagUrl(sandbox: Sandbox, { server }: Status, name: string): string {
  return `${originOf(sandbox, server)}/tags/${encodeURIComponent(name.toLowerCase())}`
}

function tagsOf(sandbox: Sandbox, status: Status) {
  return piecesOf(status.text).flatMap((piece) =>
    piece.kind === 'tag'
      ? { name: piece.tag.toLowerCase(), url: tagUrl(sandbox, status, piece.tag) }
      : [],
  )
}

/** The app that published it. People of other servers have none. */
function applicationOf({ author, facts }: Status) {
  if (!author.account) return null
  return { name: facts.application ?? 'Web', website: facts.website || null }
}

export function mediaOf(sandbox: Sandbox, { id, media_ids, author, server }: Status): object[] {
  const uploads = sandbox.state.containers.by('account', author.account?.id ?? '')
  return media_ids.flatMap((mediaId) => {
    const media = sandbox.state.media.get(mediaId)
    if (!media) return []
    const upload = uploads.find(
      ({ published_as, media_id }) => published_as === id && media_id === mediaId,
    )
    const shown = upload ?? { id: mediaId, params: {} }
    return mediaJson(sandbox, server, media, { ...shown, isReady: true })
  })
}
