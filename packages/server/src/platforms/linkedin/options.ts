import { z } from 'zod'
import { linkOptionTexts } from '../contract/option-words.ts'
import { option } from '../contract/options.ts'

const cardText = (
  max: number,
  preview: 'link_title' | 'link_description',
  label: { en: string; de: string },
) =>
  option(z.string().min(1).max(max), {
    label,
    kinds: ['text'],
    preview,
    refusals: {
      not_supported: {
        en: 'Enter the link too.',
        de: 'Geben Sie auch den Link ein.',
      },
    },
  })

/** The options of a target on LinkedIn, which does not read the page of a link (linkedin.md §4.1). */
export const linkedinOptions = z.strictObject({
  link: option(z.url({ protocol: /^https?$/ }).max(2_048), linkOptionTexts),
  link_title: cardText(400, 'link_title', { en: 'Title of the link', de: 'Titel des Links' }),
  link_description: cardText(4_086, 'link_description', {
    en: 'Description of the link',
    de: 'Beschreibung des Links',
  }),
})
export type LinkedinOptions = z.output<typeof linkedinOptions>
