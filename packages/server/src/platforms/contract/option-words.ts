/** Texts of options that several platforms have. */

const linkWithoutMedia = {
  en: 'A link preview only works without images and videos.',
  de: 'Eine Linkvorschau ist nur ohne Bilder und Videos möglich.',
}

export const linkOptionTexts = {
  label: { en: 'Link with preview', de: 'Link mit Vorschau' },
  help: {
    en: 'For posts without images and videos.',
    de: 'Für Beiträge ohne Bilder und Videos.',
  },
  kinds: ['text'],
  preview: 'link',
  refusals: {
    not_supported: linkWithoutMedia,
    invalid_format: {
      en: 'Enter a URL starting with https://.',
      de: 'Geben Sie eine URL ein, die mit https:// beginnt.',
    },
  },
} as const

export const coverTimeLabel = {
  en: 'Cover frame (ms)',
  de: 'Titelbild bei (ms)',
}
