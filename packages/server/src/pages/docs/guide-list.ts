/** A document of the repository's `docs/` folder that is served as a guide. */
export type Guide = { name: string; title: string }

/** The guides in the order of their navigation. `name` is the file without its extension. */
export const guideGroups: readonly { title: string; guides: readonly Guide[] }[] = [
  {
    title: 'Start',
    guides: [
      { name: 'quick-start', title: 'Quick start' },
      { name: 'publish-for-real', title: 'Publish for real' },
      { name: 'glossary', title: 'Glossary' },
    ],
  },
  {
    title: 'Build',
    guides: [
      { name: 'connect-links', title: 'Connect a client' },
      { name: 'accounts', title: 'Account health' },
      { name: 'publishing', title: 'Publish' },
      { name: 'approvals', title: 'Approval by clients' },
      { name: 'posting-plans', title: 'Queue posts' },
      { name: 'bulk', title: 'Import and export' },
      { name: 'media', title: 'Images and videos' },
      { name: 'inbox', title: 'Comments' },
      { name: 'saved-texts', title: 'Saved texts' },
      { name: 'insights', title: 'Metrics' },
      { name: 'reports', title: 'Reports for clients' },
      { name: 'webhooks', title: 'Webhooks' },
      { name: 'errors', title: 'Errors and retries' },
      { name: 'assistants', title: 'Assistants (MCP)' },
      { name: 'automation', title: 'n8n' },
    ],
  },
  {
    title: 'Run',
    guides: [
      { name: 'self-hosting', title: 'Self-hosting' },
      { name: 'platform-apps', title: 'Apps at the networks' },
      { name: 'going-live', title: 'Going live' },
      { name: 'members', title: 'Members' },
      { name: 'notices', title: 'Notifications' },
      { name: 'dashboard', title: 'Dashboard' },
      { name: 'operations', title: 'Operations' },
      { name: 'webhook-operations', title: 'Webhook operations' },
      { name: 'scaling', title: 'Scaling' },
      { name: 'failover', title: 'Failover' },
    ],
  },
]

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides)
