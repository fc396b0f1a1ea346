import { defineMessages } from '../../messages/messages.ts'

/**
 * What is wrong with a content, by the code of the API; other codes are told in its own words. A
 * code of many rules has a key for each: `<code>.<option>.<reason>`, `<code>.<reason>` (the form of
 * a value), `<code>.<option>` (the option as such). `kind_…` are words of the facts.
 */
export const findingWords = defineMessages(
  'composer-findings',
  {
    near_limit: 'Nearly at the limit: {{actual}} of {{limit}}.',
    text_too_long: 'Too long: {{actual}} of at most {{limit}} characters.',
    text_required: 'A text is needed.',
    text_ignored: 'A story has no text: it is left out.',
    text_bytes: 'Threads has refused texts of more than {{limit}} bytes; this one has {{actual}}.',
    too_many_hashtags: '{{actual}} hashtags of at most {{limit}}.',
    too_many_mentions: '{{actual}} mentions of at most {{limit}}.',
    too_many_links: '{{actual}} different links of at most {{limit}}.',
    media_required: 'An image or a video is needed.',
    media_mixed: 'One video or images, not both.',
    media_count: '{{actual}} files of at most {{limit}}.',
    media_type: 'The file is {{actual}}; taken is {{limit}}.',
    media_size: 'The file is too large: {{actual}} of at most {{limit}} bytes.',
    media_duration: 'The video lasts {{actual}} seconds; the limit is {{limit}}.',
    media_dimensions: 'It has {{actual}} pixels; the limit is {{limit}}.',
    aspect_ratio: 'Width to height is {{actual}}; it must be {{limit}}.',
    alt_text_too_long: 'The description has {{actual}} of at most {{limit}} characters.',
    required: 'It must be chosen who can see the post.',
    account_not_connected: 'The account must be reconnected before it can publish.',
    media_width: 'It is {{actual}} pixels wide; more than {{limit}} may be refused.',
    permission_missing: 'The account has not granted the permission to publish.',
    platform_not_configured: 'The platform is not set up on this installation.',
    not_supported: '“{{option}}” goes with: {{limit}}. This is: {{actual}}.',
    'not_supported.link': 'A link is shown with its preview only without images and videos.',
    'not_supported.link_attachment':
      'A link is shown with its preview only without images and videos.',
    'not_supported.first_comment': 'This platform takes no first comment.',
    'not_supported.source': 'TikTok fetches photos itself: they cannot be uploaded to it.',
    option_invalid: '“{{option}}” cannot be like this.',
    'option_invalid.too_big': '“{{option}}” is too long or too large: at most {{limit}}.',
    'option_invalid.too_small': '“{{option}}” is too short or too small: at least {{limit}}.',
    'option_invalid.invalid_type': '“{{option}}” is of the wrong kind.',
    'option_invalid.invalid_value': '“{{option}}” must be one of: {{limit}}.',
    'option_invalid.unrecognized_keys': 'The platform has no option of this name: {{actual}}.',
    'option_invalid.link.invalid_format':
      'The link must be a web address that begins with https://.',
    'option_invalid.link_attachment.invalid_format':
      'The link must be a web address that begins with https://.',
    'option_invalid.cover_url.invalid_format':
      'The address of the cover image must begin with https://.',
    'option_invalid.topic_tag.invalid_format':
      'A topic has 1 to 50 characters, none of them a full stop or &.',
    'option_invalid.quote_post_id.invalid_format': 'The id of a post has digits alone.',
    'option_invalid.location_id.invalid_format': 'The id of a place has digits alone.',
    'option_invalid.username.invalid_format':
      'A user name has letters, digits, full stops and _, and no @.',
    'option_invalid.collaborators.invalid_format':
      'A user name has letters, digits, full stops and _, and no @.',
    'option_invalid.user_tags':
      'In an image a tagged person has a place, from the left and the top.',
    'option_invalid.privacy_level': 'A paid partnership cannot be for the account itself alone.',
    'option_invalid.video_cover_timestamp_ms':
      'The cover is beyond the end of the video: {{actual}} of {{limit}} milliseconds.',
    'option_invalid.photo_cover_index':
      'There is no photo {{actual}}: the first is 0, the last {{limit}}.',
    kind_image: 'an image',
    kind_reel: 'a reel',
    kind_story: 'a story',
    kind_carousel: 'a carousel',
    kind_photos: 'photos',
    kind_video: 'a video',
    range: '{{from}} to {{to}}',
    atMost: '{{most}} at most',
    duplicate_content: 'The same content was sent to this account within the last 24 hours.',
  },
  {
    near_limit: 'Fast an der Grenze: {{actual}} von {{limit}}.',
    text_too_long: 'Zu lang: {{actual}} von höchstens {{limit}} Zeichen.',
    text_required: 'Es fehlt ein Text.',
    text_ignored: 'Eine Story hat keinen Text: Er wird weggelassen.',
    text_bytes: 'Threads hat Texte mit mehr als {{limit}} Bytes abgelehnt; dieser hat {{actual}}.',
    too_many_hashtags: '{{actual}} Hashtags von höchstens {{limit}}.',
    too_many_mentions: '{{actual}} Erwähnungen von höchstens {{limit}}.',
    too_many_links: '{{actual}} verschiedene Links von höchstens {{limit}}.',
    media_required: 'Es fehlt ein Bild oder ein Video.',
    media_mixed: 'Ein Video oder Bilder, nicht beides.',
    media_count: '{{actual}} Dateien von höchstens {{limit}}.',
    media_type: 'Die Datei ist {{actual}}; möglich ist {{limit}}.',
    media_size: 'Die Datei ist zu groß: {{actual}} von höchstens {{limit}} Bytes.',
    media_duration: 'Das Video dauert {{actual}} Sekunden; die Grenze ist {{limit}}.',
    media_dimensions: 'Es hat {{actual}} Bildpunkte; die Grenze ist {{limit}}.',
    aspect_ratio: 'Breite zu Höhe ist {{actual}}; es muss {{limit}} sein.',
    alt_text_too_long: 'Die Beschreibung hat {{actual}} von höchstens {{limit}} Zeichen.',
    required: 'Es muss gewählt werden, wer den Beitrag sehen kann.',
    account_not_connected: 'Das Konto muss neu verbunden werden, bevor es veröffentlichen kann.',
    media_width:
      'Es ist {{actual}} Bildpunkte breit; mehr als {{limit}} wird vielleicht abgelehnt.',
    permission_missing: 'Dem Konto fehlt die Berechtigung zu veröffentlichen.',
    platform_not_configured: 'Die Plattform ist auf dieser Installation nicht eingerichtet.',
    not_supported: '„{{option}}“ geht nur mit: {{limit}}. Das hier ist: {{actual}}.',
    'not_supported.link': 'Ein Link hat nur ohne Bilder und Videos eine Vorschau.',
    'not_supported.link_attachment': 'Ein Link hat nur ohne Bilder und Videos eine Vorschau.',
    'not_supported.first_comment': 'Diese Plattform nimmt keinen ersten Kommentar.',
    'not_supported.source': 'Fotos holt TikTok selbst: Sie lassen sich nicht dorthin hochladen.',
    option_invalid: '„{{option}}“ geht so nicht.',
    'option_invalid.too_big': '„{{option}}“ ist zu lang oder zu groß: höchstens {{limit}}.',
    'option_invalid.too_small': '„{{option}}“ ist zu kurz oder zu klein: mindestens {{limit}}.',
    'option_invalid.invalid_type': '„{{option}}“ ist von falscher Art.',
    'option_invalid.invalid_value': '„{{option}}“ muss eines davon sein: {{limit}}.',
    'option_invalid.unrecognized_keys':
      'Die Plattform hat keine Angabe mit diesem Namen: {{actual}}.',
    'option_invalid.link.invalid_format':
      'Der Link muss eine Web-Adresse sein, die mit https:// beginnt.',
    'option_invalid.link_attachment.invalid_format':
      'Der Link muss eine Web-Adresse sein, die mit https:// beginnt.',
    'option_invalid.cover_url.invalid_format':
      'Die Adresse des Titelbilds muss mit https:// beginnen.',
    'option_invalid.topic_tag.invalid_format':
      'Ein Thema hat 1 bis 50 Zeichen, darunter weder Punkt noch &.',
    'option_invalid.quote_post_id.invalid_format': 'Die Nummer eines Beitrags hat nur Ziffern.',
    'option_invalid.location_id.invalid_format': 'Die Nummer eines Ortes hat nur Ziffern.',
    'option_invalid.username.invalid_format':
      'Ein Benutzername hat Buchstaben, Ziffern, Punkte und _, aber kein @.',
    'option_invalid.collaborators.invalid_format':
      'Ein Benutzername hat Buchstaben, Ziffern, Punkte und _, aber kein @.',
    'option_invalid.user_tags':
      'In einem Bild hat eine markierte Person einen Ort, von links und von oben.',
    'option_invalid.privacy_level':
      'Eine bezahlte Partnerschaft kann nicht nur für das Konto selbst sein.',
    'option_invalid.video_cover_timestamp_ms':
      'Das Titelbild liegt hinter dem Ende des Videos: {{actual}} von {{limit}} Millisekunden.',
    'option_invalid.photo_cover_index':
      'Ein Foto {{actual}} gibt es nicht: Das erste ist 0, das letzte {{limit}}.',
    kind_image: 'ein Bild',
    kind_reel: 'ein Reel',
    kind_story: 'eine Story',
    kind_carousel: 'ein Karussell',
    kind_photos: 'Fotos',
    kind_video: 'ein Video',
    range: '{{from}} bis {{to}}',
    atMost: 'höchstens {{most}}',
    duplicate_content: 'Derselbe Inhalt ging in den letzten 24 Stunden schon an dieses Konto.',
  },
)
