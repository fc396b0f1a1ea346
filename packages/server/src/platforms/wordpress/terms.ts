import { PlatformError } from '../contract/errors.ts'
import { htmlToText } from '../wire/html-text.ts'
import type { SiteApi, SiteTerm, Taxonomy } from './api.ts'

/** The ids of categories by name or slug. Throws `rejected` for one that the site does not have. */
export async function findCategories(api: SiteApi, names: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const id = await findTerm(api, 'categories', name)
    if (id === null) {
      const platformMessage = `The site has no category “${name}”.`
      throw new PlatformError('rejected', { reason: 'content_invalid', platformMessage })
    }
    ids.push(id)
  }
  return ids
}

/** The id of a tag, which is created if the site does not have it. */
export async function findOrCreateTag(api: SiteApi, name: string): Promise<number> {
  return (await findTerm(api, 'tags', name)) ?? Number(await api.createTag(name))
}

async function findTerm(api: SiteApi, taxonomy: Taxonomy, name: string): Promise<number | null> {
  const found = (await api.searchTerms(taxonomy, name)).find((term) => isNamed(term, name))
  return found ? Number(found.id) : null
}

/** Names are sent as HTML. */
function isNamed({ name, slug }: SiteTerm, wanted: string): boolean {
  const comparable = (text: string) => text.normalize('NFC').trim().toLowerCase()
  return [htmlToText(name), slug].some((each) => comparable(each) === comparable(wanted))
}
