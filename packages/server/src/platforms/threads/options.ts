import { z } from 'zod'
import { linkOptionTexts } from '../contract/option-words.ts'
import { option } from '../contract/options.ts'

/** The options of a target on Threads (threads.md §3.1). */
export const threadsOptions = z.strictObject({
  reply_control: option(
    z.enum([
      'everyone',
      'accounts_you_follow',
      'mentioned_only',
      'parent_post_author_only',
      'followers_only',
    ]),
    {
      label: { en: 'Who can reply', de: 'Wer antworten darf' },
      choices: {
        everyone: { en: 'Everyone', de: 'Alle' },
        accounts_you_follow: { en: 'Accounts you follow', de: 'Konten, denen Sie folgen' },
        mentioned_only: { en: 'Mentioned accounts only', de: 'Nur erwähnte Konten' },
        parent_post_author_only: {
          en: 'Only the author of the parent post',
          de: 'Nur Verfasser des ursprünglichen Beitrags',
        },
        followers_only: { en: 'Followers only', de: 'Nur Follower' },
      },
    },
  ),
  topic_tag: option(
    z
      .string()
      .regex(/^[^.&]{1,50}$/u, 'It must have 1 to 50 characters, without periods or ampersands.'),
    {
      label: { en: 'Topic', de: 'Thema' },
      firstPartOnly: true,
      help: { en: 'Without the #.', de: 'Ohne #.' },
      charsMax: 50,
      preview: 'topic',
      refusals: {
        invalid_format: {
          en: 'Topics have 1–50 characters, without periods or &.',
          de: 'Themen haben 1–50 Zeichen, ohne Punkt und &.',
        },
      },
    },
  ),
  link_attachment: option(z.url({ protocol: /^https?$/ }).max(2_048), {
    ...linkOptionTexts,
    firstPartOnly: true,
  }),
  quote_post_id: option(z.string().regex(/^\d{1,32}$/, 'It must be the ID of a Threads post.'), {
    label: { en: 'ID of the post to quote', de: 'ID des zu zitierenden Beitrags' },
    firstPartOnly: true,
    charsMax: 32,
    refusals: {
      invalid_format: {
        en: 'Post IDs only contain digits.',
        de: 'Beitrags-IDs bestehen nur aus Ziffern.',
      },
    },
  }),
})
