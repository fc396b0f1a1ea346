import { z } from 'zod'
import { coverTimeLabel } from '../option-words.ts'
import { option } from '../options.ts'

const webUrl = z.url({ protocol: /^https?$/ }).max(2_048)
const username = z
  .string()
  .regex(/^[A-Za-z0-9._]{1,30}$/, 'Write a username of Instagram without the at sign.')
const share = z.number().min(0).max(1)

const usernameRule = {
  en: 'A username has letters, digits, full stops and _, and no @.',
  de: 'Ein Benutzername hat Buchstaben, Ziffern, Punkte und _, aber kein @.',
}

/** The options of a target on Instagram (instagram.md §3.1). */
export const instagramOptions = z.strictObject({
  /** Default `feed`: an image, a carousel, or a video as a reel. */
  placement: option(z.enum(['feed', 'story']), {
    label: { en: 'Placement', de: 'Ort' },
    choices: {
      feed: {
        en: 'Feed (post, carousel or reel)',
        de: 'Feed (Beitrag, Karussell oder Reel)',
      },
      story: { en: 'Story', de: 'Story' },
    },
    preview: 'placement',
  }),
  share_to_feed: option(z.boolean(), {
    label: { en: 'Show the reel in the feed, too', de: 'Reel auch im Feed zeigen' },
    kinds: ['video'],
    default: true,
  }),
  collaborators: option(z.array(username).min(1).max(3), {
    label: { en: 'Invite as co-authors', de: 'Als Mitautoren einladen' },
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
        en: 'In an image each needs a position, from the left and from the top in percent.',
        de: 'In einem Bild braucht jede eine Position, in Prozent von links und von oben.',
      },
      kinds: ['photos', 'video'],
      refusals: {
        invalid_format: usernameRule,
        option_invalid: {
          en: 'In an image a tagged person needs a position, from the left and the top.',
          de: 'In einem Bild braucht eine markierte Person eine Position, von links und von oben.',
        },
      },
    },
  ),
  location_id: option(z.string().regex(/^\d{1,32}$/, 'Write the id of a place.'), {
    label: { en: 'ID of the place', de: 'ID des Ortes' },
    help: {
      en: 'The ID of the Facebook page of the place.',
      de: 'Die ID der Facebook-Seite des Ortes.',
    },
    charsMax: 32,
    refusals: {
      invalid_format: {
        en: 'The ID of a place has digits only.',
        de: 'Die ID eines Ortes besteht nur aus Ziffern.',
      },
    },
  }),
  cover_url: option(webUrl, {
    label: { en: 'Address of the cover image', de: 'Adresse des Titelbilds' },
    kinds: ['video'],
    refusals: {
      invalid_format: {
        en: 'The address of the cover image must begin with https://.',
        de: 'Die Adresse des Titelbilds muss mit https:// beginnen.',
      },
    },
  }),
  thumb_offset: option(z.int().min(0), { label: coverTimeLabel, kinds: ['video'] }),
  audio_name: option(z.string().min(1).max(100), {
    label: { en: 'Name of the sound', de: 'Name des Tons' },
    kinds: ['video'],
  }),
  trial_reel: option(z.enum(['manual', 'ss_performance']), {
    label: { en: 'Trial reel', de: 'Test-Reel' },
    help: {
      en: 'Shown first to people who do not follow the account.',
      de: 'Wird zuerst Leuten gezeigt, die dem Konto nicht folgen.',
    },
    kinds: ['video'],
    choices: {
      manual: {
        en: 'You decide when followers see it',
        de: 'Sie entscheiden, wann Follower es sehen',
      },
      ss_performance: {
        en: 'Followers see it when its metrics are good',
        de: 'Follower sehen es, wenn die Zahlen gut sind',
      },
    },
  }),
})
export type InstagramOptions = z.infer<typeof instagramOptions>
