import { z } from 'zod'
import { option } from '../contract/options.ts'

/** The options of a target on Mastodon (mastodon.md §3.2). */
export const mastodonOptions = z.strictObject({
  /** Direct messages are not posts, so `direct` is missing. */
  visibility: option(z.enum(['public', 'unlisted', 'private']), {
    label: { en: 'Visibility', de: 'Sichtbarkeit' },
    help: { en: 'Public if not set.', de: 'Ohne Angabe öffentlich.' },
    choices: {
      public: { en: 'Public', de: 'Öffentlich' },
      unlisted: {
        en: 'Public, but not in feeds and search',
        de: 'Öffentlich, aber nicht in Timelines und Suche',
      },
      private: { en: 'Followers only', de: 'Nur Follower' },
    },
  }),
  spoiler_text: option(z.string().max(500), {
    label: { en: 'Content warning', de: 'Inhaltswarnung' },
    help: {
      en: 'Hides the post behind this text.',
      de: 'Verbirgt den Beitrag hinter diesem Text.',
    },
    preview: 'title',
  }),
  sensitive: option(z.boolean(), {
    label: { en: 'Mark media as sensitive', de: 'Medien als sensibel markieren' },
  }),
  language: option(
    z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'It must be a language code such as en.'),
    {
      label: { en: 'Language', de: 'Sprache' },
      help: { en: 'For example en, de or pt-BR.', de: 'Zum Beispiel en, de oder pt-BR.' },
      charsMax: 8,
      refusals: {
        invalid_format: {
          en: 'Enter a language code such as en or pt-BR.',
          de: 'Geben Sie einen Sprachcode wie en oder pt-BR ein.',
        },
      },
    },
  ),
})
export type MastodonOptions = z.infer<typeof mastodonOptions>
