/**
 * Tags and operations of the API that the node does not offer, with the reason. Operations that do not
 * return JSON (streams, CSV) are left out without an entry. `describe-node.test.ts` fails for an entry
 * that names nothing.
 */
export const leftOutTags: Record<string, string> = {
  'Sign-in': 'Sessions belong to people who sign in to the dashboard. A node has an API key.',
  Members: 'The rights of people are changed by people.',
}

export const leftOutOperations: Record<string, string> = {
  createApiKey: 'The response contains a secret, which n8n would store with the execution.',
  rotateApiKey: 'The response contains a secret, which n8n would store with the execution.',
  listApiKeys: 'Keys are managed by people.',
  revokeApiKey: 'A workflow could revoke its own key.',
  createWebhook: 'The response contains a secret. The trigger creates its endpoint.',
  rotateWebhookSecret: 'The response contains a secret. The trigger manages its endpoint.',
  updateOwner: 'The email address for alerts is changed by people.',
}

/** Optional fields that the node shows first and not among the additional fields. */
export const shownFirst: Record<string, readonly string[]> = {
  createPost: ['text', 'targets', 'mode'],
  validatePost: ['text', 'targets'],
}

/** Names of operations whose summary covers two content types. */
export const operationNames: Record<string, string> = {
  createMedia: 'Import media from a URL',
  createMediaFile: 'Upload media',
}
