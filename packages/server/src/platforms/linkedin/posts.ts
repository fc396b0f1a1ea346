import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import { listOf, parseJson, readShape } from '../wire/json.ts'
import { encodeUrn, type LinkedinClient } from './client.ts'
import type { LinkedinJob, LinkedinProgress } from './job.ts'
import { toLittle } from './little.ts'

const listed = z.object({
  elements: listOf(
    z.object({
      id: z.string().min(1).max(200),
      commentary: z.string().nullish(),
      createdAt: z.number().nullish(),
      publishedAt: z.number().nullish(),
      content: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  paging: z.object({ links: listOf(z.object({ rel: z.string().nullish() })).nullish() }).nullish(),
})
export type ListedPost = z.output<typeof listed>['elements'][number]

const postsPerPage = 20
const pagesMax = 5

/** The same in every attempt, as LinkedIn recognizes a repetition by it (linkedin.md §4.7). */
export function postBody(job: LinkedinJob): Record<string, unknown> {
  const content = contentOf(job)
  return {
    author: job.author,
    commentary: toLittle(job.input.content.text),
    visibility: 'PUBLIC',
    distribution: {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...(content ? { content } : {}),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  }
}

/** linkedin.md §4.1. */
export function contentOf({ input, options, progress }: LinkedinJob) {
  const { media } = input.content
  const urns = uploadedUrns(progress)
  const withAlt = (id: string, index: number) => {
    const altText = media[index]?.altText
    return { id, ...(altText ? { altText } : {}) }
  }
  if (media.length > 1) return { multiImage: { images: urns.map(withAlt) } }
  if (media.length === 1) return { media: withAlt(urns[0] ?? '', 0) }
  if (!options.link) return null
  const { link, link_title, link_description } = options
  return {
    article: {
      source: link,
      title: link_title ?? new URL(link).hostname,
      ...(link_description ? { description: link_description } : {}),
      ...(urns[0] ? { thumbnail: urns[0] } : {}),
    },
  }
}

/** The images, or the video, in the order of the post. */
export function uploadedUrns({ images, video }: LinkedinProgress): string[] {
  return video ? [video.urn] : images.map(({ urn }) => urn)
}

/** Posts of a page since then, newest first (linkedin.md §4.6). */
export async function listPosts(
  client: LinkedinClient,
  author: string,
  since: Date,
): Promise<ListedPost[]> {
  const posts: ListedPost[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const query = `q=author&author=${encodeUrn(author)}&sortBy=CREATED`
    const range = `start=${posts.length}&count=${postsPerPage}`
    const { text } = await client.rest('GET', `posts?${query}&${range}`)
    const { elements, paging } = readShape(listed, parseJson(text))
    posts.push(...elements)
    const isOlder = elements.some((post) => timeOf(post) < since.getTime())
    const hasNext = paging?.links?.some(({ rel }) => rel === 'next') ?? false
    if (isOlder || !hasNext || elements.length === 0) break
  }
  return posts.filter((post) => timeOf(post) >= since.getTime())
}

function timeOf({ publishedAt, createdAt }: ListedPost): number {
  return publishedAt ?? createdAt ?? 0
}

/** Whether the page still has the post. */
export async function isGone(client: LinkedinClient, urn: string): Promise<boolean> {
  try {
    await client.rest('GET', `posts/${encodeUrn(urn)}?viewContext=AUTHOR`)
    return false
  } catch (err) {
    if (isNotFound(err)) return true
    throw err
  }
}

function isNotFound(err: unknown): boolean {
  return err instanceof PlatformError && ['NOT_FOUND', 'http_404'].includes(err.platformCode ?? '')
}
