import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow'
import { callApi } from './api.ts'

type Page = { data: IDataObject[]; next_cursor?: string | null }

/** Profiles for a resource locator, by name, 50 at a time. */
export async function searchProfiles(
  this: ILoadOptionsFunctions,
  filter?: string,
  cursor?: string,
): Promise<INodeListSearchResult> {
  const qs = { ...(filter ? { search: filter } : {}), ...(cursor ? { cursor } : {}) }
  const page = await readPage(this, '/v1/profiles', qs)
  return toResult(page, ({ name, external_id }) =>
    external_id ? `${name} (${external_id})` : name,
  )
}

/** Accounts for a resource locator, 50 at a time. */
export async function searchAccounts(
  this: ILoadOptionsFunctions,
  _filter?: string,
  cursor?: string,
): Promise<INodeListSearchResult> {
  const page = await readPage(this, '/v1/accounts', cursor ? { cursor } : {})
  return toResult(page, ({ username, name, platform }) => `${username ?? name} (${platform})`)
}

async function readPage(functions: ILoadOptionsFunctions, path: string, qs: IDataObject) {
  return (await callApi(functions, { method: 'GET', path, qs })) as unknown as Page
}

function toResult(
  { data, next_cursor }: Page,
  nameOf: (resource: IDataObject) => unknown,
): INodeListSearchResult {
  const results = data.map((resource) => {
    return { name: String(nameOf(resource)), value: String(resource.id) }
  })
  return { results, ...(next_cursor ? { paginationToken: next_cursor } : {}) }
}
