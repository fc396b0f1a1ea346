import type { Media } from '@postern/sdk'
import { useEffect, useRef, useState } from 'react'
import { clientFor } from '../../api/client.ts'
import { progressFetch } from '../../api/progress-fetch.ts'
import { handleUnauthorized } from '../../api/query-client.ts'
import type { Attachment } from '../composition.ts'
import { storedFieldsOf } from '../post-body.ts'
import { FileTooLarge, isTooLarge } from './media-limits.ts'

type Source = { file: File } | { url: string }

export type Upload = { share: number | null; error: Error | null }

export type Uploads = {
  /** Progress or error of each file that is not uploaded yet. */
  states: Readonly<Record<string, Upload>>
  start: (key: string, source: Source) => void
  cancel: (key: string) => void
  retry: (key: string) => void
  /** Whether the file is still in memory, so that it can be uploaded again. */
  canRetry: (key: string) => boolean
}

const concurrentMax = 3

/**
 * Uploads files to the profile, three at a time, and reports the result of each. Uploads continue
 * while the user edits and are aborted when the component unmounts. Without a profile they wait; for
 * another profile they start again.
 */
export function useUploads(
  profileId: string | null,
  onChange: (key: string, change: Partial<Attachment>) => void,
): Uploads {
  const [states, setStates] = useState<Record<string, Upload>>({})
  const sources = useRef(new Map<string, Source>())
  const running = useRef(new Map<string, AbortController>())
  const queue = useRef<string[]>([])
  const latest = useRef(onChange)
  latest.current = onChange
  const profile = useRef(profileId)

  useEffect(() => {
    const { current } = running
    return () => {
      for (const controller of current.values()) controller.abort()
    }
  }, [])

  const setState = (key: string, state: Upload | null) =>
    setStates(({ [key]: _, ...others }) => (state ? { ...others, [key]: state } : others))

  const startNext = () => {
    while (
      profile.current !== null &&
      running.current.size < concurrentMax &&
      queue.current.length > 0
    ) {
      void send(queue.current.shift()!)
    }
  }

  const send = async (key: string) => {
    const source = sources.current.get(key)
    if (!source) return
    const controller = new AbortController()
    running.current.set(key, controller)
    try {
      const media = await upload(source, profile.current, controller.signal, (share) =>
        setState(key, { share, error: null }),
      )
      latest.current(key, { state: 'ready', type: media.type, media: storedFieldsOf(media) })
      setState(key, null)
    } catch (err) {
      if (controller.signal.aborted) return
      latest.current(key, { state: 'failed' })
      setState(key, { share: null, error: err as Error })
      handleUnauthorized(err as Error)
    } finally {
      if (running.current.get(key) === controller) running.current.delete(key)
      startNext()
    }
  }

  const enqueue = (key: string) => {
    setState(key, { share: 0, error: null })
    queue.current.push(key)
    startNext()
  }

  useEffect(() => {
    if (profile.current === profileId) return
    profile.current = profileId
    // A file belongs to a profile, so it is uploaded again.
    for (const key of sources.current.keys()) {
      running.current.get(key)?.abort()
      queue.current = queue.current.filter((other) => other !== key)
      enqueue(key)
    }
  })

  return {
    states,
    start: (key, source) => {
      if ('file' in source && isTooLarge(source.file)) {
        latest.current(key, { state: 'failed' })
        return setState(key, { share: null, error: new FileTooLarge() })
      }
      sources.current.set(key, source)
      enqueue(key)
    },
    cancel: (key) => {
      queue.current = queue.current.filter((other) => other !== key)
      running.current.get(key)?.abort()
      sources.current.delete(key)
      setState(key, null)
    },
    retry: (key) => {
      latest.current(key, { state: 'uploading' })
      enqueue(key)
    },
    canRetry: (key) => sources.current.has(key),
  }
}

async function upload(
  source: Source,
  profileId: string | null,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Media> {
  const { media } = clientFor(profileId)
  if ('url' in source) return await media.fromUrl({ url: source.url }, { signal })
  return await media.upload({ file: source.file }, { signal, fetch: progressFetch(onProgress) })
}
