import { z } from 'zod'
import { coverTimeLabel } from '../contract/option-words.ts'
import { option } from '../contract/options.ts'

const webUrl = z.url({ protocol: /^https?$/ }).max(2_048)
const username = z
  .string()
  .regex(/^[A-Za-z0-9._]{1,30}$/, 'It must be an Instagram username without @.')
const share = z.number().min(0).max(1)

const usernameRule = {
  en: 'Usernames can have letters, digits, periods and _, without the @.',
  de: 'Benutzernamen bestehen aus Buchstaben, Ziffern, Punkten und _, ohne @.',
}

/** The options of a target on Instagram (instagram.md §3.1). */
export const instagramOptions = z.strictObject({
  /** Default `feed`: an image, a carousel, or a video as a reel. */
  placement: option(z.enum(['feed', 'story']), {
    label: { en: 'Placement', de: 'Platzierung' },
    choices: {
      feed: {
        en: 'Feed (post, carousel or reel)',
        de: 'Feed (Beitrag, Karussell oder Reel)',
      },
      story: { en: 'Story', de: 'Story' },
    },
    preview: 'placement',
    prominent: true,
  }),
  share_to_feed: option(z.boolean(), {
    label: { en: 'Also share reel to feed', de: 'Reel auch im Feed teilen' },
    kinds: ['video'],
    default: true,
  }),
  collaborators: option(z.array(username).min(1).max(3), {
    label: { en: 'Invite collaborators', de: 'Collaborator einladen' },
    help: {
      en: 'Usernames without @; press Enter after each.',
      de: 'Benutzernamen ohne @; nach jedem die Eingabetaste drücken.',
    },
    refusals: { invalid_format: usernameRule },
  }),
  /** People tagged in an image at a position (0 to 1), or in a reel without a position. */
  user_tags: option(
    z
      .array(z.strictObject({ username, x: share.optional(), y: share.optional() }))
      .min(1)
      .max(20),
    {
      label: { en: 'Tag people', de: 'Personen markieren' },
      help: {
        en: 'In an image, each person needs a position: percent from the left and from the top.',
        de: 'In einem Bild braucht jede Person eine Position: Prozent von links und von oben.',
      },
      kinds: ['photos', 'video'],
      refusals: {
        invalid_format: usernameRule,
        option_invalid: {
          en: 'In an image, each tagged person needs a position from the left and top.',
          de: 'In einem Bild braucht jede markierte Person eine Position von links und oben.',
        },
      },
    },
  ),
  location_id: option(z.string().regex(/^\d{1,32}$/, 'It must be the ID of a location.'), {
    label: { en: 'Location ID', de: 'Standort-ID' },
    help: {
      en: 'ID of the location’s Facebook Page.',
      de: 'ID der Facebook-Seite des Standorts.',
    },
    charsMax: 32,
    refusals: {
      invalid_format: {
        en: 'Location IDs only contain digits.',
        de: 'Standort-IDs bestehen nur aus Ziffern.',
      },
    },
  }),
  cover_url: option(webUrl, {
    label: { en: 'Cover image URL', de: 'URL des Titelbilds' },
    kinds: ['video'],
    refusals: {
      invalid_format: {
        en: 'The cover image URL must start with https://.',
        de: 'Die URL des Titelbilds muss mit https:// beginnen.',
      },
    },
  }),
  thumb_offset: option(z.int().min(0), { label: coverTimeLabel, kinds: ['video'] }),
  audio_name: option(z.string().min(1).max(100), {
    label: { en: 'Audio name', de: 'Name des Audios' },
    kinds: ['video'],
  }),
  trial_reel: option(z.enum(['manual', 'ss_performance']), {
    label: { en: 'Trial reel', de: 'Test-Reel' },
    help: {
      en: 'Shown to non-followers first.',
      de: 'Wird zuerst Personen gezeigt, die dem Konto nicht folgen.',
    },
    kinds: ['video'],
    choices: {
      manual: {
        en: 'Share with followers manually',
        de: 'Manuell mit Followern teilen',
      },
      ss_performance: {
        en: 'Share automatically if it performs well',
        de: 'Bei guter Leistung automatisch teilen',
      },
    },
  }),
})
export type InstagramOptions = z.infer<typeof instagramOptions>
