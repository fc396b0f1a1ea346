/** `at://<did>/<collection>/<rkey>`. */
export type AtUri = { did: string; collection: string; rkey: string }

export function atUri(did: string, collection: string, rkey: string): string {
  return `at://${did}/${collection}/${rkey}`
}

export function parseAtUri(text: string): AtUri | null {
  const [, did, collection, rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(text) ?? []
  return did && collection && rkey ? { did, collection, rkey } : null
}
