import type { Account, Media, Post } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useProfileParam, useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useAccounts } from '../../session/use-accounts.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { isEditable } from '../posts/parts/post-state.ts'
import { useMediaByIds } from '../posts/parts/use-media-by-ids.ts'
import { mediaIdsOf, usePost } from '../posts/parts/use-post.ts'
import { Composer } from './composer.tsx'
import { type Composition, emptyComposition } from './composition.ts'
import { isPast, toLocal } from './local-time.ts'
import { composerMessages } from './messages.ts'
import { NotEditable } from './save-notice.tsx'
import { duplicateOf, fromPost } from './wire.ts'

/** `/posts/new` with `?at=` and `?duplicate=`, and `/posts/$id/edit`. */
export function Page() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [duplicate] = useSearchParam('duplicate')
  const accounts = useAccounts()
  const t = useMessages(composerMessages)
  const source = id ?? duplicate
  if (!accounts.data) {
    return (
      <PageFrame title={t(id ? 'editPost' : 'newPost')}>
        <DataState query={accounts}>{() => null}</DataState>
      </PageFrame>
    )
  }
  if (!source) return <New key="new" accounts={accounts.data} />
  return <FromPost key={source} postId={source} isCopy={!id} accounts={accounts.data} />
}

function New({ accounts }: { accounts: readonly Account[] }) {
  const profileId = useBeginningProfile()
  const [at] = useSearchParam('at')
  const t = useMessages(composerMessages)
  if (profileId === undefined) {
    return (
      <PageFrame title={t('newPost')}>
        <LoadingLines rows={6} />
      </PageFrame>
    )
  }
  const asked = timeFrom(at)
  return (
    <Composer
      post={null}
      name="new"
      initial={{ ...emptyComposition(profileId), ...asked }}
      asked={asked}
      accounts={accounts}
    />
  )
}

/** The selected or only profile; `null` if the user must choose one, `undefined` while loading. */
function useBeginningProfile(): string | null | undefined {
  const profiles = useProfiles()
  const [chosen] = useProfileParam()
  if (profiles.length === 0) return undefined
  const found = profiles.find(({ id, external_id }) => chosen === id || chosen === external_id)
  if (chosen && found) return found.id
  return profiles.length === 1 ? profiles[0]!.id : null
}

function timeFrom(at: string | null): Partial<Composition> {
  if (!at || Number.isNaN(Date.parse(at))) return {}
  const local = toLocal(at)
  return isPast(local) ? {} : { when: 'schedule', at: local }
}

type FromProps = { postId: string; isCopy: boolean; accounts: readonly Account[] }

function FromPost({ postId, isCopy, accounts }: FromProps) {
  const t = useMessages(composerMessages)
  const post = usePost(postId)
  const media = useMediaByIds(post.data ? mediaIdsOf(post.data) : [])
  const title = t(isCopy ? 'newPost' : 'editPost')
  if (!post.data || !media.data) {
    return (
      <PageFrame title={title}>
        {post.data ? (
          <DataState query={media}>{() => null}</DataState>
        ) : (
          <DataState query={post}>{() => null}</DataState>
        )}
      </PageFrame>
    )
  }
  return <Ready post={post.data} media={media.data} isCopy={isCopy} accounts={accounts} />
}

type ReadyProps = {
  post: Post
  media: readonly Media[]
  isCopy: boolean
  accounts: readonly Account[]
}

function Ready({ post, media, isCopy, accounts }: ReadyProps) {
  const t = useMessages(composerMessages)
  // Keep the editor open even if the post is published while it is being edited.
  const [canEdit] = useState(isEditable(post))
  if (isCopy) {
    const initial = duplicateOf(post, media)
    return <Composer post={null} name={`copy-${post.id}`} initial={initial} accounts={accounts} />
  }
  if (!canEdit) {
    return (
      <PageFrame title={t('editPost')} narrow>
        <NotEditable postId={post.id} />
      </PageFrame>
    )
  }
  return <Composer post={post} name={post.id} initial={fromPost(post, media)} accounts={accounts} />
}
