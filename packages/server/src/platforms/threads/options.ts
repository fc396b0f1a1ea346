import { z } from 'zod'

/** What a target may say on Threads beside its text and media (threads.md §3.1). */
export const threadsOptions = z.strictObject({
  /** Who may reply. */
  reply_control: z
    .enum([
      'everyone',
      'accounts_you_follow',
      'mentioned_only',
      'parent_post_author_only',
      'followers_only',
    ])
    .optional(),
  /** Shown as the preview of a post without media. */
  link_attachment: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
  /** Without the number sign. */
  topic_tag: z
    .string()
    .regex(/^[^.&]{1,50}$/u, 'Write 1 to 50 characters without a full stop or an ampersand.')
    .optional(),
  /** The platform's id of the post that is quoted. */
  quote_post_id: z
    .string()
    .regex(/^\d{1,32}$/, 'Write the id of a Threads post.')
    .optional(),
})
