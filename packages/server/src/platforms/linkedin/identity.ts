import { z } from 'zod'
import { limits } from '../../core/limits.ts'
import { listOf, parseJson, readShape, webUrl } from '../wire/json.ts'
import type { LinkedinClient } from './client.ts'

export type Member = {
  urn: string
  name: string
  vanityName: string | null
  avatarUrl: string | null
}
export type Page = {
  urn: string
  name: string
  vanityName: string | null
  avatarUrl: string | null
}

const personId = z.string().regex(/^[\w-]{1,100}$/)
const picture = z
  .object({
    elements: listOf(
      z.object({ identifiers: listOf(z.object({ identifier: webUrl })).nullish() }),
    ).nullish(),
  })
  .nullish()

const userinfo = z.object({ sub: personId, name: z.string().nullish(), picture: webUrl })
const me = z.object({
  id: personId,
  localizedFirstName: z.string().nullish(),
  localizedLastName: z.string().nullish(),
  vanityName: z.string().nullish(),
  profilePicture: z.object({ 'displayImage~': picture }).nullish(),
})
const organization = z.object({
  localizedName: z.string().nullish(),
  vanityName: z.string().nullish(),
  logoV2: z.object({ 'original~': picture }).nullish(),
})

/** Three names of the same member are seen (linkedin.md §3). */
const roles = z.object({
  elements: listOf(
    z.object({
      role: z.string(),
      state: z.string().nullish(),
      organization: z.string().nullish(),
      organizationTarget: z.string().nullish(),
      organizationalTarget: z.string().nullish(),
    }),
  ),
  paging: z.object({ links: listOf(z.object({ rel: z.string().nullish() })).nullish() }).nullish(),
})

/** linkedin.md §3; the documents and connectors spell the third one differently. */
const publishingRoles = new Set([
  'ADMINISTRATOR',
  'CONTENT_ADMIN',
  'CONTENT_ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
])
const organizationShape = /^urn:li:(?:organization|company):(\d{1,20})$/
const rolesPerPage = 100

/** The person of an app for people only (linkedin.md §1.5). */
export async function readUserinfo(client: LinkedinClient): Promise<Member> {
  const { sub, name, picture: avatarUrl } = await client.old('userinfo', userinfo)
  return { urn: `urn:li:person:${sub}`, name: name || sub, vanityName: null, avatarUrl }
}

/** The person of an app with the Community Management API (linkedin.md §1.5). */
export async function readMe(client: LinkedinClient): Promise<Member> {
  const projection =
    '(id,localizedFirstName,localizedLastName,vanityName,profilePicture(displayImage~:playableStreams))'
  const found = await client.old('me', me, { projection })
  const names = [found.localizedFirstName, found.localizedLastName].filter(Boolean)
  return {
    urn: `urn:li:person:${found.id}`,
    name: names.join(' ') || found.vanityName || found.id,
    vanityName: found.vanityName || null,
    avatarUrl: urlIn(found.profilePicture?.['displayImage~']),
  }
}

/** The pages of the person by URN, and whether the person may publish on them. */
export async function listPages(
  client: LinkedinClient,
): Promise<{ pages: Map<string, boolean>; isTruncated: boolean }> {
  const max = limits.connect.pagesMax
  const pages = new Map<string, boolean>()
  for (let start = 0; start < 2 * max; ) {
    const query = `q=roleAssignee&state=APPROVED&start=${start}&count=${rolesPerPage}`
    const { text } = await client.rest('GET', `organizationAcls?${query}`)
    const { elements, paging } = readShape(roles, parseJson(text))
    for (const row of elements) {
      const target = row.organization ?? row.organizationTarget ?? row.organizationalTarget ?? ''
      const [, number] = organizationShape.exec(target) ?? []
      if (!number || (row.state && row.state !== 'APPROVED')) continue
      const urn = `urn:li:organization:${number}`
      if (pages.size >= max && !pages.has(urn)) return { pages, isTruncated: true }
      pages.set(urn, (pages.get(urn) ?? false) || publishingRoles.has(row.role))
    }
    // A page of a list may be shorter than asked for (linkedin.md §2).
    const hasNext = paging?.links?.some(({ rel }) => rel === 'next') ?? false
    if (!hasNext || elements.length === 0) return { pages, isTruncated: false }
    start += elements.length
  }
  return { pages, isTruncated: true }
}

/** Name and picture of a page (linkedin.md §3). */
export async function readPage(client: LinkedinClient, urn: string): Promise<Page> {
  const number = urn.split(':').at(-1)!
  const projection = '(id,localizedName,vanityName,logoV2(original~:playableStreams))'
  const found = await client.old(`organizations/${number}`, organization, { projection })
  const vanityName = found.vanityName || null
  const name = found.localizedName || vanityName || number
  return { urn, name, vanityName, avatarUrl: urlIn(found.logoV2?.['original~']) }
}

function urlIn(found: z.output<typeof picture>): string | null {
  return found?.elements?.[0]?.identifiers?.[0]?.identifier ?? null
}
