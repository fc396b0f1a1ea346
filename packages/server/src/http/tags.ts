/** The groups of operations with their descriptions, in the order of the document. */
export const tags = {
  'API keys': 'Keys for programs: create, rotate and revoke them, and check what a key can do.',
  Platforms: 'The limits, options, permissions, metrics and features of each social network.',
  Profiles: 'One profile per client. It separates accounts, posts, media, comments and insights.',
  Accounts: 'Accounts connected at the platforms: their status, their health and their profile.',
  Media: 'Images and videos for posts.',
  Posts: 'Drafts, scheduled posts and published posts, with one target for each account.',
  Imports: 'Many posts from one file, with a dry run, progress and undo.',
  'Posting plans':
    'Weekly times at which queued posts are published, and the coming slots with the posts in them.',
  Comments:
    'Comments of other people on connected accounts: read, reply to and hide them, and track their reply status.',
  'Saved texts': 'Templates, replies, hashtags and signatures to insert into posts and replies.',
  Insights: 'Metrics of accounts and posts from the stored daily history.',
  Connect:
    'Connect links for clients, the domains they return to, and the brand shown on the hosted page.',
  Webhooks: 'Endpoints that receive signed events, and the deliveries to them.',
  'Sign-in': 'Sessions of the members who sign in to the dashboard.',
  Members: 'People who can sign in: owners, and staff and contributors limited to some profiles.',
  Owner: 'The owner of this installation.',
  'Audit log': 'Who changed what and when.',
  Requests:
    'The requests made with API keys in the last 7 days, for example to find one that failed.',
  System: 'The status of the installation: processes, queued work, storage and warnings.',
  Live: 'A stream of change events for the dashboard.',
} as const

export type Tag = keyof typeof tags
