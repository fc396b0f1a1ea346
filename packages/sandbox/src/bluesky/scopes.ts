/** The mime types, methods and collections that a scope covers (bluesky.md §1.3). */
type Permission = { resource: string; values: string[]; params: URLSearchParams }

const BROAD = 'transition:generic'

export const scopeTexts: Record<string, string> = {
  atproto: 'Know who you are',
  [BROAD]: 'Read and write everything except direct messages and account settings',
  'transition:email': 'Read your e-mail address',
  'repo:app.bsky.feed.post': 'Create, change and delete your posts',
  'repo:app.bsky.feed.threadgate': 'Decide who can reply, and hide replies',
  'repo:app.bsky.feed.postgate': 'Decide who can quote your posts',
  'blob:*/*': 'Upload files',
}

/** Whether a server that has no single permissions knows the scope. */
export function isTransitionScope(scope: string): boolean {
  return scope === 'atproto' || scope.startsWith('transition:')
}

function parse(scope: string): Permission {
  const [head = '', query = ''] = scope.split('?')
  const colon = head.indexOf(':')
  const resource = colon < 0 ? head : head.slice(0, colon)
  const params = new URLSearchParams(query)
  const positional = colon < 0 ? [] : [decodeURIComponent(head.slice(colon + 1))]
  const name = { repo: 'collection', blob: 'accept', rpc: 'lxm' }[resource]
  return { resource, values: [...positional, ...(name ? params.getAll(name) : [])], params }
}

const covers = (pattern: string, value: string) => pattern === '*' || pattern === value

/** Whether records may be changed in this way. A scope without an `action` covers every one. */
export function allowsRepo(scopes: readonly string[], collection: string, action: string) {
  const matches = ({ resource, values, params }: Permission) => {
    const listed = params.getAll('action')
    const isListed = listed.length === 0 || listed.includes(action)
    return resource === 'repo' && isListed && values.some((value) => covers(value, collection))
  }
  return scopes.includes(BROAD) || scopes.map(parse).some(matches)
}

export function allowsBlob(scopes: readonly string[], mime: string): boolean {
  const [type] = mime.split('/')
  const matches = ({ resource, values }: Permission) =>
    resource === 'blob' && values.some((value) => ['*/*', `${type}/*`, mime].includes(value))
  return scopes.includes(BROAD) || scopes.map(parse).some(matches)
}

export function allowsRpc(scopes: readonly string[], method: string, audience: string): boolean {
  const matches = ({ resource, values, params }: Permission) =>
    resource === 'rpc' &&
    values.some((value) => covers(value, method)) &&
    covers(params.get('aud') ?? '', audience)
  return scopes.includes(BROAD) || scopes.map(parse).some(matches)
}
