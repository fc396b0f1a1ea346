import { z } from 'zod'
import { option } from '../contract/options.ts'

const termCharsMax = 200

/** The options of a target on WordPress (wordpress.md §3). */
export const wordpressOptions = z.strictObject({
  title: option(z.string().max(200), {
    label: { en: 'Title', de: 'Titel' },
    help: {
      en: 'The first sentence of the text if not set.',
      de: 'Ohne Angabe der erste Satz des Textes.',
    },
    prominent: true,
    preview: 'title',
  }),
  excerpt: option(z.string().max(1_000), {
    label: { en: 'Excerpt', de: 'Auszug' },
    help: {
      en: 'Shown in lists of posts and search results.',
      de: 'Steht in Beitragslisten und Suchergebnissen.',
    },
  }),
  featured_image: option(z.boolean(), {
    label: { en: 'First image as featured image', de: 'Erstes Bild als Beitragsbild' },
    help: {
      en: 'The theme of the site shows it, in lists too. It is then not in the text.',
      de: 'Das Theme der Website zeigt es, auch in Listen. Es steht dann nicht im Text.',
    },
    kinds: ['photos'],
    default: false,
  }),
  slug: option(
    z.string().regex(/^[a-z0-9-]+$/, 'It must have lower-case letters, digits and hyphens only.'),
    {
      label: { en: 'Address of the post', de: 'Adresse des Beitrags' },
      help: {
        en: 'For example rye-bread. Made from the title if not set.',
        de: 'Zum Beispiel roggenbrot. Ohne Angabe aus dem Titel gebildet.',
      },
      charsMax: 100,
      refusals: {
        invalid_format: {
          en: 'Use lower-case letters, digits and hyphens.',
          de: 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche.',
        },
      },
    },
  ),
  categories: option(z.array(z.string().trim().min(1).max(termCharsMax)).max(10), {
    label: { en: 'Categories', de: 'Kategorien' },
    help: {
      en: 'Names of categories that the site has.',
      de: 'Namen von Kategorien, die es auf der Website gibt.',
    },
    prominent: true,
  }),
  tags: option(z.array(z.string().trim().min(1).max(termCharsMax)).max(20), {
    label: { en: 'Tags', de: 'Schlagwörter' },
    help: {
      en: 'New tags are added to the site.',
      de: 'Neue Schlagwörter werden auf der Website angelegt.',
    },
    prominent: true,
  }),
  comment_status: option(z.enum(['open', 'closed']), {
    label: { en: 'Comments', de: 'Kommentare' },
    help: {
      en: 'The default of the site if not set.',
      de: 'Ohne Angabe gilt die Einstellung der Website.',
    },
    choices: {
      open: { en: 'Allowed', de: 'Erlaubt' },
      closed: { en: 'Not allowed', de: 'Nicht erlaubt' },
    },
  }),
})
export type WordpressOptions = z.infer<typeof wordpressOptions>
