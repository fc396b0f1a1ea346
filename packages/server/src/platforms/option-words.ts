/** Texts of options that several platforms have. */

const linkWithoutMedia = {
  en: 'A link is shown with its preview only without images and videos.',
  de: 'Ein Link hat nur ohne Bilder und Videos eine Vorschau.',
}

export const linkOptionTexts = {
  label: { en: 'Link shown as a preview', de: 'Link mit Vorschau' },
  help: {
    en: 'For posts without images and videos.',
    de: 'Für Beiträge ohne Bilder und Videos.',
  },
  kinds: ['text'],
  preview: 'link',
  refusals: {
    not_supported: linkWithoutMedia,
    invalid_format: {
      en: 'The link must be a web address that begins with https://.',
      de: 'Der Link muss eine Web-Adresse sein, die mit https:// beginnt.',
    },
  },
} as const

export const coverTimeLabel = {
  en: 'Time of the cover, in milliseconds',
  de: 'Zeitpunkt des Titelbilds, in Millisekunden',
}
