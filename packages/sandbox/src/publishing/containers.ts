import { DAY_MS } from '../core/clock.ts'
import type { Container } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { Platform } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { type FetchProblem, fetchMedia } from '../media/fetch.ts'

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

/** Validates a file. Returns the platform's error name, or null. */
export type MediaCheck = (
  sandbox: Sandbox,
  container: Readonly<Container>,
  mediaId: string,
) => string | null
export type FetchErrorName = (problem: FetchProblem) => string

export type NewContainer = Pick<
  Container,
  'platform' | 'account_id' | 'media_type' | 'params' | 'children' | 'is_carousel_item'
>

/** Creates a container. It is ready after the configured delay and, with a file, its download. */
export function createContainer(sandbox: Sandbox, input: NewContainer): Readonly<Container> {
  const settings = sandbox.settings()
  const isVideo = input.params.video_url !== undefined
  const isImage = input.params.image_url !== undefined
  const delay = isVideo ? settings.video_ms : isImage ? settings.image_ms : settings.text_ms
  const now = sandbox.clock.ms()
  return sandbox.state.containers.put({
    id: decimalId('178', 17),
    ...input,
    created_at: now,
    ready_at: now + delay,
    fetch: isVideo || isImage ? 'pending' : 'none',
    error: null,
    media_id: null,
    published_as: null,
  })
}

/** Downloads the container's file. A problem becomes the container's error. */
export async function fetchForContainer(
  sandbox: Sandbox,
  container: Readonly<Container>,
  check: MediaCheck,
  errorName: FetchErrorName,
): Promise<void> {
  const url = container.params.video_url ?? container.params.image_url ?? ''
  const result = await fetchMedia(sandbox, url, { followRedirects: true })
  const current = sandbox.state.containers.get(container.id)
  if (!current) return
  const ready_at = Math.max(current.ready_at, sandbox.clock.ms())
  if ('problem' in result) {
    const error = errorName(result.problem)
    sandbox.state.containers.update(container.id, { fetch: 'failed', error, ready_at })
    return
  }
  const media_id = result.media.id
  const error = check(sandbox, current, media_id)
  sandbox.state.containers.update(container.id, { fetch: 'done', media_id, error, ready_at })
}

/** Continues the downloads that a restart interrupted. */
export function resumeFetches(
  sandbox: Sandbox,
  platform: Platform,
  fetchVideo: (sandbox: Sandbox, container: Readonly<Container>) => Promise<void>,
): void {
  for (const container of sandbox.state.containers.values()) {
    const isPending = container.platform === platform && container.fetch === 'pending'
    if (isPending) void fetchVideo(sandbox, container)
  }
}

/** The ids in a list such as `["1","2"]` or `1,2`. */
export function splitIds(text: string | undefined): string[] {
  return (text ?? '')
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter(Boolean)
}

/** An unpublished container expires after 24 hours (threads.md §3.2, instagram.md §3.2). */
export function statusOf(sandbox: Sandbox, container: Readonly<Container>): ContainerStatus {
  if (container.published_as) return 'PUBLISHED'
  const now = sandbox.clock.ms()
  if (now - container.created_at >= DAY_MS) return 'EXPIRED'
  if (container.fetch === 'pending' || now < container.ready_at) return 'IN_PROGRESS'
  if (container.error) return 'ERROR'
  const children = childrenOf(sandbox, container).map((child) => statusOf(sandbox, child))
  if (children.includes('ERROR') || children.includes('EXPIRED')) return 'ERROR'
  return children.includes('IN_PROGRESS') ? 'IN_PROGRESS' : 'FINISHED'
}

/** Whether publishing still fails although the container is FINISHED (threads.md §3.3). */
export function isLagging(sandbox: Sandbox, container: Readonly<Container>): boolean {
  return sandbox.clock.ms() < container.ready_at + sandbox.settings().publish_lag_ms
}

export function childrenOf(
  sandbox: Sandbox,
  container: Readonly<Container>,
): Readonly<Container>[] {
  return container.children.flatMap((id) => sandbox.state.containers.get(id) ?? [])
}
