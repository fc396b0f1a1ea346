import { decimalId } from '../core/ids.ts'
import type { NetworkRecord } from '../core/records.ts'
import { type Call, pageOf, textParam } from './call.ts'
import { WordpressError } from './errors.ts'
import { slugOf } from './html.ts'
import { require } from './session.ts'

type Term = { id: number; site: string | null; name: string; slug: string }
type Row = Omit<NetworkRecord, 'value'> & { value: Term }

const kind = 'wordpress_tag'

/** The categories of every site. */
export const categories: readonly Term[] = [
  { id: 1, site: null, name: 'Uncategorized', slug: 'uncategorized' },
  { id: 2, site: null, name: 'News', slug: 'news' },
  { id: 3, site: null, name: 'Bread &amp; Butter', slug: 'bread-butter' },
]

export function tagsOf({ sandbox, site }: Pick<Call, 'sandbox' | 'site'>): Term[] {
  const rows = sandbox.state.networkRecords.by('kind', kind) as Row[]
  return rows.map(({ value }) => value).filter((tag) => tag.site === site.label)
}

export function listCategories(call: Call) {
  return listTerms(call, categories)
}

export function listTags(call: Call) {
  return listTerms(call, tagsOf(call))
}

/** Those whose name or slug contains `search`. */
function listTerms(call: Call, terms: readonly Term[]): Response {
  const search = (textParam(call, 'search') ?? '').toLowerCase()
  const slug = textParam(call, 'slug')
  const found = terms
    .filter((term) => slug === undefined || term.slug === slug)
    .filter((term) =>
      [term.name.replaceAll('&amp;', '&'), term.slug].some((text) =>
        text.toLowerCase().includes(search),
      ),
    )
  return pageOf(
    call,
    found.map(({ id, name, slug }) => ({ id, count: 0, name, slug })),
  )
}

/** `POST wp/v2/tags`. Everybody who writes may add one; the same name again is refused with its number. */
export function createTag(call: Call) {
  require(call, 'edit_posts', 'rest_cannot_create')
  const name = textParam(call, 'name')?.trim().replaceAll('&', '&amp;')
  if (!name)
    throw new WordpressError(400, 'rest_missing_callback_param', 'Missing parameter(s): name')
  const same = tagsOf(call).find((tag) => tag.name.toLowerCase() === name.toLowerCase())
  if (same) {
    const text = 'A term with the name provided already exists with this parent.'
    throw new WordpressError(400, 'term_exists', text, { term_id: same.id })
  }
  const id = Number(decimalId('83', 9))
  const value: Term = { id, site: call.site.label, name, slug: slugOf(name) }
  call.sandbox.state.networkRecords.put({ id: `${kind}:${id}`, kind, value })
  return Response.json({ id, count: 0, name, slug: value.slug }, { status: 201 })
}
