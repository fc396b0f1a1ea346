import type { Scope } from '../../access/scope.ts'
import { readVisibility, visibilityOf } from '../../access/sessions.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import type { Change } from '../../database/changes.ts'

const encoder = new TextEncoder()

/**
 * Streams changes in the scope as server-sent events. The stream ends when the client leaves, the
 * process stops, or the session ends or its visible profiles change; the client then opens a new one.
 * The session is checked at each heartbeat, and immediately when members or profiles change.
 */
export function openStream(
  ctx: Context,
  scope: Scope,
  options: { heartbeatMs: number; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const visibility = visibilityOf(scope)
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let isOver = false
        let unlisten = () => {}
        stop = () => {
          if (isOver) return
          isOver = true
          clearInterval(timer)
          unlisten()
          options.onEnd()
        }
        const end = () => {
          if (isOver) return
          stop()
          controller.close()
        }
        const write = (text: string) => {
          if (isOver) return
          // A client that does not read is disconnected, so that its events are not buffered.
          if ((controller.desiredSize ?? 0) < -limits.live.bytesWaitingMax) return end()
          controller.enqueue(encoder.encode(text))
        }
        const check = async () => {
          const current = await readVisibility(ctx, scope.sessionId!).catch(() => visibility)
          if (current === visibility) write(': \n\n')
          else end()
        }
        const timer = setInterval(() => void check(), options.heartbeatMs).unref()
        unlisten = ctx.db.changes.listen({
          notify: (changes) => {
            if (changes.some((change) => isAboutMembers(change, scope))) void check()
            for (const change of changes) {
              if (isVisible(change, scope)) write(eventOf(change))
            }
          },
          end,
        })
        write('retry: 2000\n\n')
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
}

function eventOf({ topics, profileId }: Change): string {
  return `event: change\ndata: ${JSON.stringify({ topics, profile_id: profileId })}\n\n`
}

/** Only the owner sees changes that belong to no profile. */
function isVisible({ ownerId, profileId }: Change, scope: Scope): boolean {
  if (ownerId !== scope.ownerId) return false
  if (scope.profile) return profileId === scope.profile.id
  if (!scope.profileIds) return true
  return profileId !== null && scope.profileIds.includes(profileId)
}

function isAboutMembers({ ownerId, topics }: Change, scope: Scope): boolean {
  if (ownerId !== scope.ownerId) return false
  return topics.includes('members') || topics.includes('sessions') || topics.includes('profiles')
}
