import type { PlatformPermission } from '../contract/platform.ts'

const prefix = 'https://www.googleapis.com/auth/'
export const uploadScope = `${prefix}youtube.upload`
export const manageScope = `${prefix}youtube.force-ssl`
export const readScope = `${prefix}youtube.readonly`
export const reportScope = `${prefix}yt-analytics.readonly`

/** youtube.md §1.3. People can untick each of them. */
export const youtubePermissions: readonly PlatformPermission[] = [
  {
    scope: uploadScope,
    required: true,
    enables: ['publish'],
    label: { en: 'Upload videos', de: 'Videos hochladen' },
  },
  {
    scope: manageScope,
    required: true,
    enables: ['publish', 'comments', 'reply', 'hide', 'delete'],
    label: {
      en: 'Make videos public, delete them, and manage comments',
      de: 'Videos veröffentlichen, löschen und Kommentare verwalten',
    },
  },
  {
    scope: readScope,
    required: false,
    enables: ['insights'],
    label: { en: 'See the channel', de: 'Kanal ansehen' },
  },
  {
    scope: reportScope,
    required: false,
    enables: ['insights'],
    label: { en: 'Read reports of YouTube Analytics', de: 'Berichte von YouTube Analytics lesen' },
  },
]
