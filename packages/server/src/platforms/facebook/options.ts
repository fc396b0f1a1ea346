import { z } from 'zod'
import { linkWords } from '../option-words.ts'
import { option } from '../options.ts'

/** What a target on a page may say beside its text and media (facebook-pages.md §3). */
export const facebookOptions = z.strictObject({
  /** Shown with its preview under the text. */
  link: option(z.url({ protocol: /^https?$/ }).max(2_048), linkWords),
})
