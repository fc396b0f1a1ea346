/** The topics of change notices to live pages (database/changes.ts). */
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
  'saved_texts',
  'sessions',
  'webhooks',
] as const
export type Topic = (typeof topics)[number]
