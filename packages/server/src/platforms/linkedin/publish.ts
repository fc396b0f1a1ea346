import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import type {
  CommitLookup,
  CommitResult,
  FindInput,
  PublishAbility,
  PublishedPost,
} from '../contract/publish.ts'
import { checkLinkedin } from './check.ts'
import { encodeUrn, type LinkedinClient, linkedinClient, timeOfUrn } from './client.ts'
import { isCode } from './errors.ts'
import { isPage, type LinkedinJob, readJob } from './job.ts'
import { fromLittle } from './little.ts'
import { linkedinOptions } from './options.ts'
import { isGone, type ListedPost, listPosts, postBody, uploadedUrns } from './posts.ts'
import { prepareLinkedin } from './prepare.ts'

/** Allowed difference between LinkedIn's clock and ours (linkedin.md §4.7). */
const clockToleranceMs = 60_000
/**
 * How long the same content of an author is refused is not documented; a day and more was observed. An
 * hour is far below that (linkedin.md §4.7).
 */
const refusalMinutes = 60
const duplicateOf = /urn:li:(?:share|ugcPost):\d{1,20}/

/**
 * Publishing on LinkedIn (linkedin.md §4). The same content again is refused with the URN of the first
 * post, so a commit can be repeated after a lost response.
 */
export function linkedinPublish(setup: PlatformSetup): PublishAbility {
  const clientOf = ({ tokens }: { tokens: { access: string } }) =>
    linkedinClient(setup, tokens.access)
  const buildPermalink = (urn: string) => `${setup.app.bases.authorize}/feed/update/${urn}/`
  const publishedAs = (platformPostId: string): PublishedPost => ({
    state: 'published',
    platformPostId,
    permalink: buildPermalink(platformPostId),
  })
  return {
    options: linkedinOptions,
    check: checkLinkedin,
    prepare: (input) => prepareLinkedin(setup, readJob(input)),
    commit: (input) => commit(clientOf(input), readJob(input), publishedAs),
    proofOf: () => ({ by: 'key', minutes: refusalMinutes }),
    find: (input) => find(setup, clientOf(input), input, publishedAs),
    buildPermalink,
    remove: (input) => {
      const author = input.account.platformAccountId
      return remove(clientOf(input), author, input.platformPostId)
    },
  }
}

async function commit(
  client: LinkedinClient,
  job: LinkedinJob,
  publishedAs: (urn: string) => PublishedPost,
): Promise<CommitResult> {
  const { preparedAt } = job.progress
  const urns = uploadedUrns(job.progress)
  if (urns.length < job.input.content.media.length || !preparedAt) {
    throw new PlatformError('not_ready')
  }
  try {
    const { headers } = await client.rest('POST', 'posts', postBody(job))
    const urn = headers['x-restli-id'] ?? headers['x-linkedin-id']
    if (typeof urn === 'string' && urn.startsWith('urn:li:')) return publishedAs(urn)
  } catch (err) {
    const own = ownPostIn(err, new Date(preparedAt))
    if (own) return publishedAs(own)
    throw err
  }
  // It is published; searching or repeating it tells its URN (linkedin.md §4.7).
  throw new PlatformError('unavailable', { platformCode: 'no_restli_id' })
}

/**
 * The post of an earlier attempt, which the refusal of a repetition names. A post from before the first
 * attempt is another one with the same content (linkedin.md §4.7).
 */
function ownPostIn(err: unknown, preparedAt: Date): string | null {
  if (!isCode(err, 'DUPLICATE_POST')) return null
  const [urn] = duplicateOf.exec(err.platformMessage ?? '') ?? []
  const time = urn ? timeOfUrn(urn) : null
  return urn && time && time.getTime() >= preparedAt.getTime() - clockToleranceMs ? urn : null
}

/**
 * Searches the latest posts of a page; those of people cannot be read. A post that is not found may be
 * repeated, as LinkedIn refuses a second one with the same files.
 */
async function find(
  setup: PlatformSetup,
  client: LinkedinClient,
  input: FindInput,
  publishedAs: (urn: string) => PublishedPost,
): Promise<CommitLookup> {
  const job = readJob(input)
  if (isPage(job)) {
    const since = new Date(input.committedAt.getTime() - clockToleranceMs)
    const posts = await listPosts(client, job.author, since)
    const [found, another] = posts.filter((post) => isSamePost(post, job, input))
    if (found && !another) return publishedAs(found.id)
  }
  const ageMs = setup.now().getTime() - input.committedAt.getTime()
  // Nothing changes after that: what is sent again is the same.
  const isPrepared = typeof job.progress.preparedAt === 'string'
  return { state: 'absent', certain: isPrepared && ageMs <= refusalMinutes * 60_000 }
}

function isSamePost(
  { commentary, content }: ListedPost,
  { input, progress, options }: LinkedinJob,
  { isProgressOld }: FindInput,
): boolean {
  if (comparable(fromLittle(commentary ?? '')) !== comparable(input.content.text)) return false
  const shown = JSON.stringify(content ?? {})
  if (options.link && !shown.includes(JSON.stringify(options.link))) return false
  if (isProgressOld) return input.content.media.length > 0 === /urn:li:(image|video):/.test(shown)
  return uploadedUrns(progress).every((urn) => shown.includes(`"${urn}"`))
}

function comparable(text: string): string {
  return text.replaceAll('\r\n', '\n').normalize('NFC').trim()
}

/** LinkedIn answers the same when the post is gone, which is seen on pages only (linkedin.md §4.6). */
async function remove(
  client: LinkedinClient,
  author: string,
  urn: string,
): Promise<'removed' | 'not_found'> {
  if (isPage({ author }) && (await isGone(client, urn))) return 'not_found'
  await client.rest('DELETE', `posts/${encodeUrn(urn)}`)
  return 'removed'
}
