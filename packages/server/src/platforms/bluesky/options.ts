import { z } from 'zod'
import { linkOptionTexts } from '../contract/option-words.ts'
import { option } from '../contract/options.ts'

const languageShape = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
/** The address of a post on bsky.app, or its `at://` address. */
const postShape =
  /^(?:https:\/\/bsky\.app\/profile\/|at:\/\/)([^/\s]+)\/(?:post|app\.bsky\.feed\.post)\/([a-zA-Z0-9]{1,64})$/

/** The author and record key of a post's address; `null` if it is not one. */
export function parsePostAddress(text: string): { author: string; rkey: string } | null {
  const [, author, rkey] = postShape.exec(text) ?? []
  return author && rkey ? { author, rkey } : null
}

const cardText = (
  max: number,
  preview: 'link_title' | 'link_description',
  label: { en: string; de: string },
) =>
  option(z.string().min(1).max(max), {
    label,
    kinds: ['text'],
    firstPartOnly: true,
    preview,
    refusals: {
      not_supported: {
        en: 'Enter the URL of the link card too.',
        de: 'Geben Sie auch die URL der Linkkarte ein.',
      },
    },
  })

/** The options of a target on Bluesky (bluesky.md §3.1, §3.5, §4.3). */
export const blueskyOptions = z.strictObject({
  reply_control: option(
    z.enum(['everyone', 'mentioned_only', 'accounts_you_follow', 'followers_only', 'nobody']),
    {
      label: { en: 'Who can reply', de: 'Wer antworten darf' },
      firstPartOnly: true,
      choices: {
        everyone: { en: 'Everyone', de: 'Alle' },
        mentioned_only: { en: 'Mentioned accounts only', de: 'Nur erwähnte Konten' },
        accounts_you_follow: { en: 'Accounts you follow', de: 'Konten, denen Sie folgen' },
        followers_only: { en: 'Followers only', de: 'Nur Follower' },
        nobody: { en: 'Nobody', de: 'Niemand' },
      },
    },
  ),
  languages: option(z.array(z.string().regex(languageShape)).min(1).max(3), {
    label: { en: 'Languages', de: 'Sprachen' },
    help: {
      en: 'Up to three language codes, such as en or de.',
      de: 'Bis zu drei Sprachkürzel wie en oder de.',
    },
    refusals: {
      invalid_format: {
        en: 'Enter language codes such as en or pt-BR.',
        de: 'Geben Sie Sprachkürzel wie de oder pt-BR ein.',
      },
    },
  }),
  labels: option(
    z
      .array(z.enum(['sexual', 'nudity', 'porn', 'graphic-media']))
      .min(1)
      .max(4),
    {
      label: { en: 'Content warnings', de: 'Inhaltswarnungen' },
      help: {
        en: 'Any of: sexual, nudity, porn, graphic-media.',
        de: 'Möglich sind: sexual, nudity, porn, graphic-media.',
      },
    },
  ),
  shorten_links: option(z.boolean(), {
    label: { en: 'Shorten links', de: 'Links kürzen' },
    help: {
      en: 'Shows example.com/path… for longer addresses, which then count less.',
      de: 'Zeigt beispiel.de/pfad… statt längerer Adressen, die dann weniger zählen.',
    },
    preview: 'short_links',
  }),
  card_url: option(z.url({ protocol: /^https?$/ }).max(2_048), {
    ...linkOptionTexts,
    firstPartOnly: true,
  }),
  card_title: cardText(300, 'link_title', {
    en: 'Title of the link card',
    de: 'Titel der Linkkarte',
  }),
  card_description: cardText(1_000, 'link_description', {
    en: 'Description of the link card',
    de: 'Beschreibung der Linkkarte',
  }),
  quote_url: option(z.string().max(2_048).regex(postShape, 'It must be the URL of a post.'), {
    label: { en: 'URL of the post to quote', de: 'URL des zu zitierenden Beitrags' },
    firstPartOnly: true,
    refusals: {
      invalid_format: {
        en: 'Enter the URL of a post on bsky.app.',
        de: 'Geben Sie die URL eines Beitrags auf bsky.app ein.',
      },
    },
  }),
})
export type BlueskyOptions = z.output<typeof blueskyOptions>
