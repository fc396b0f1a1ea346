import { z } from 'zod'
import { option } from '../contract/options.ts'
import { tagsMax, titleMax } from './limits.ts'

/** The options of a target on YouTube (youtube.md §4.3). */
export const youtubeOptions = z.strictObject({
  title: option(z.string().max(titleMax), {
    label: { en: 'Title', de: 'Titel' },
    required: true,
    preview: 'title',
    refusals: {
      required: { en: 'A video needs a title.', de: 'Ein Video braucht einen Titel.' },
      option_invalid: {
        en: 'A title can’t contain < or >.',
        de: 'Ein Titel darf < und > nicht enthalten.',
      },
    },
  }),
  /** A legal statement of the creator, so it has no default. */
  audience: option(z.enum(['not_made_for_kids', 'made_for_kids']), {
    label: { en: 'Audience', de: 'Zielgruppe' },
    help: {
      en: 'The law asks every creator. Videos made for kids have no comments.',
      de: 'Gesetzlich vorgeschrieben. Videos für Kinder haben keine Kommentare.',
    },
    required: true,
    choices: {
      not_made_for_kids: { en: 'Not made for kids', de: 'Nicht speziell für Kinder' },
      made_for_kids: { en: 'Made for kids', de: 'Speziell für Kinder' },
    },
    refusals: {
      required: {
        en: 'Choose whether the video is made for kids.',
        de: 'Wählen Sie, ob sich das Video speziell an Kinder richtet.',
      },
    },
  }),
  privacy_status: option(z.enum(['public', 'unlisted', 'private']), {
    label: { en: 'Visibility', de: 'Sichtbarkeit' },
    help: { en: 'Public if not set.', de: 'Ohne Angabe öffentlich.' },
    prominent: true,
    choices: {
      public: { en: 'Public', de: 'Öffentlich' },
      unlisted: { en: 'Unlisted (with the link)', de: 'Nicht gelistet (mit dem Link)' },
      private: { en: 'Private', de: 'Privat' },
    },
  }),
  tags: option(z.string(), {
    label: { en: 'Tags', de: 'Tags' },
    help: { en: 'Separate them with commas.', de: 'Trennen Sie sie mit Kommas.' },
    charsMax: tagsMax,
    refusals: {
      text_too_long: {
        en: 'The tags are too long: {{actual}} of {{limit}} characters.',
        de: 'Die Tags sind zu lang: {{actual}} von {{limit}} Zeichen.',
      },
    },
  }),
  category_id: option(
    z.enum([
      '1',
      '2',
      '10',
      '15',
      '17',
      '19',
      '20',
      '22',
      '23',
      '24',
      '25',
      '26',
      '27',
      '28',
      '29',
    ]),
    {
      label: { en: 'Category', de: 'Kategorie' },
      help: { en: 'People & Blogs if not set.', de: 'Ohne Angabe „Menschen & Blogs“.' },
      choices: {
        1: { en: 'Film & Animation', de: 'Film & Animation' },
        2: { en: 'Autos & Vehicles', de: 'Autos & Fahrzeuge' },
        10: { en: 'Music', de: 'Musik' },
        15: { en: 'Pets & Animals', de: 'Tiere' },
        17: { en: 'Sports', de: 'Sport' },
        19: { en: 'Travel & Events', de: 'Reisen & Events' },
        20: { en: 'Gaming', de: 'Gaming' },
        22: { en: 'People & Blogs', de: 'Menschen & Blogs' },
        23: { en: 'Comedy', de: 'Comedy' },
        24: { en: 'Entertainment', de: 'Unterhaltung' },
        25: { en: 'News & Politics', de: 'Nachrichten & Politik' },
        26: { en: 'Howto & Style', de: 'Praktische Tipps & Styling' },
        27: { en: 'Education', de: 'Bildung' },
        28: { en: 'Science & Technology', de: 'Wissenschaft & Technik' },
        29: { en: 'Nonprofits & Activism', de: 'Soziales Engagement' },
      },
    },
  ),
  contains_synthetic_media: option(z.boolean(), {
    label: {
      en: 'Realistic content made or altered by AI',
      de: 'Realistische, mit KI erzeugte oder veränderte Inhalte',
    },
  }),
  notify_subscribers: option(z.boolean(), {
    label: { en: 'Notify subscribers', de: 'Abonnenten benachrichtigen' },
    default: true,
  }),
})
export type YoutubeOptions = z.infer<typeof youtubeOptions>

/** The single tags of the option. */
export function tagsOf({ tags = '' }: YoutubeOptions): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
}

/** Commas count, and a tag with a space counts two more (youtube.md §4.3). */
export function tagsLength(tags: readonly string[]): number {
  const lengths = tags.map((tag) => [...tag].length + (tag.includes(' ') ? 2 : 0))
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1))
}
