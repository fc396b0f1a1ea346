/** The groups of operations, in the order of the document, and what each is about. */
export const tags = {
  'API keys': 'Keys of programs: create, rotate and revoke them, and see what a key may do.',
  Platforms:
    'What each social network takes and offers: limits, options, permissions, metrics, abilities.',
  Profiles: 'One profile per client. It keeps accounts, posts, media, comments and insights apart.',
  Accounts: 'Connected accounts of the platforms: their state, health, profile and disconnection.',
  Media: 'Images and videos for posts.',
  Posts: 'Drafts, scheduled and published posts, with a target for each account.',
  Comments:
    'Comments of other people on connected accounts: read, reply, hide, set the reply status.',
  Insights: 'Metrics of accounts and posts, read from the stored daily history.',
  Connect:
    'Connect links for clients, the origins they return to, and the brand of the hosted page.',
  Webhooks: 'Endpoints that receive signed events, and their deliveries.',
  'Sign-in': 'Sessions of members who sign in to the dashboard.',
  Members: 'People who sign in: owners, and staff limited to chosen profiles.',
  Owner: 'The owner of this installation.',
  'Audit log': 'Who changed what, and when.',
  System: 'The state of the installation: processes, waiting work, storage and warnings.',
  Live: 'A stream of notices for the dashboard that something changed.',
} as const

export type Tag = keyof typeof tags
