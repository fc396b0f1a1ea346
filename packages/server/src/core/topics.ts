/** What may have changed, in the words of the API: what pages are told (database/changes.ts). */
export const topics = [
  'accounts',
  'api_keys',
  'comments',
  'connect_links',
  'connect_settings',
  'deliveries',
  'insights',
  'media',
  'members',
  'owner',
  'posts',
  'profiles',
  'sessions',
  'webhooks',
] as const
export type Topic = (typeof topics)[number]
