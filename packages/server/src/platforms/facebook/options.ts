import { z } from 'zod'
import { linkOptionTexts } from '../option-words.ts'
import { option } from '../options.ts'

/** The options of a target on a page (facebook.md §3). */
export const facebookOptions = z.strictObject({
  link: option(z.url({ protocol: /^https?$/ }).max(2_048), linkOptionTexts),
})
