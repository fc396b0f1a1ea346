import { z } from 'zod'
import { linkOptionTexts } from '../contract/option-words.ts'
import { option } from '../contract/options.ts'

/** The options of a target on a page (facebook.md §3). */
export const facebookOptions = z.strictObject({
  link: option(z.url({ protocol: /^https?$/ }).max(2_048), linkOptionTexts),
})
