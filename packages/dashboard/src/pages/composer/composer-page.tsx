import type { Account, Media, Post } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useProfileParam, useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { isPast, toLocal } from '../../parts/local-time.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { type Composition, emptyComposition } from '../../post/composition.ts'
import { attachmentOfMedia, duplicateOf, fromPost } from '../../post/post-body.ts'
import { isEditable } from '../../post/post-state.ts'
import { useMediaByIds } from '../../post/use-media-by-ids.ts'
import { mediaIdsOf, usePost } from '../../post/use-post.ts'
import { useAccountsWithLimits } from '../../session/use-accounts.ts'
import { useProfiles } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { Composer, type NextPost } from './composer.tsx'
import { composerMessages } from './messages.ts'
import {
  availableAccountIds,
  initialAccountIds,
  readRememberedProfile,
} from './remembered-choice.ts'
import { NotEditable } from './save-notice.tsx'

/**
 * `/posts/new` with `?at=`, `?accounts=`, `?when=queue` and `?media=`; with `?duplicate=`, also for one `?account=` or to
 * schedule it; and `/posts/$id/edit`.
 */
export function Page() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [duplicate] = useSearchParam('duplicate')
  const accounts = useAccountsWithLimits()
  const t = useMessages(composerMessages)
  const source = id ?? duplicate
  const [mediaIds] = useSearchParam('media')
  const files = useMediaByIds(mediaIds?.split(',').slice(0, LIMITS.post.mediaMax) ?? [])
  if (accounts.data && !source && !files.data) {
    return (
      <PageFrame title={t('newPost')}>
        <DataState query={files}>{() => null}</DataState>
      </PageFrame>
    )
  }
  if (!accounts.data) {
    return (
      <PageFrame title={t(id ? 'editPost' : 'newPost')}>
        <DataState query={accounts}>{() => null}</DataState>
      </PageFrame>
    )
  }
  if (!source) return <NewPost key="new" accounts={accounts.data} files={files.data ?? []} />
  return <ExistingPost key={source} postId={source} isCopy={!id} accounts={accounts.data} />
}

function NewPost({ accounts, files }: { accounts: readonly Account[]; files: readonly Media[] }) {
  const { member } = useMember()
  const mayPublish = useMay('posts:write')
  const initialProfileId = useInitialProfile(member.id)
  const [at] = useSearchParam('at')
  const [when] = useSearchParam('when')
  const [chosen] = useSearchParam('accounts')
  const [start, setStart] = useState<{ count: number; next?: NextPost }>({ count: 0 })
  const t = useMessages(composerMessages)
  const profileId = start.next ? start.next.profileId : initialProfileId
  if (profileId === undefined) {
    return (
      <PageFrame title={t('newPost')}>
        <LoadingLines rows={6} />
      </PageFrame>
    )
  }
  const isForQueue = when === 'queue' && mayPublish
  const overrides: Partial<Composition> = {
    ...timeFrom(at),
    ...(isForQueue && { when: 'queue' as const }),
    ...(start.count === 0 && withFiles(files)),
  }
  const accountIds =
    start.count === 0 && chosen
      ? availableAccountIds(profileId, accounts).filter((id) => chosen.split(',').includes(id))
      : initialAccountIds(member.id, profileId, accounts)
  // A draft has the planned time that was chosen, or none.
  const plan = mayPublish ? {} : { at: '' }
  return (
    <Composer
      key={start.count}
      post={null}
      name="new"
      initial={{
        ...emptyComposition(profileId),
        ...plan,
        ...overrides,
        ...start.next,
        accountIds,
      }}
      overrides={overrides}
      accounts={accounts}
      restoresLatest={start.count === 0 && files.length === 0}
      onStartNew={(next) => setStart({ count: start.count + 1, ...(next && { next }) })}
    />
  )
}

/** The files of the library with which a new post starts. */
function withFiles(files: readonly Media[]): Partial<Composition> {
  if (files.length === 0) return {}
  const attachments = files.map((file) => attachmentOfMedia(file.id, file))
  return {
    media: attachments.map(({ key }) => key),
    attachments: Object.fromEntries(attachments.map((each) => [each.key, each])),
  }
}

/**
 * The selected profile, else the one of the member's last post, else the only one. `null` if the user
 * must choose one, `undefined` while loading.
 */
function useInitialProfile(memberId: string): string | null | undefined {
  const profiles = useProfiles()
  const [profileParam] = useProfileParam()
  if (profiles.length === 0) return undefined
  const profile = profiles.find(
    ({ id, external_id }) => profileParam === id || profileParam === external_id,
  )
  if (profileParam && profile) return profile.id
  const remembered = readRememberedProfile(memberId)
  if (profiles.some(({ id }) => id === remembered)) return remembered
  return profiles.length === 1 ? profiles[0]!.id : null
}

function timeFrom(at: string | null): Partial<Composition> {
  if (!at || Number.isNaN(Date.parse(at))) return {}
  const local = toLocal(at)
  return isPast(local) ? {} : { when: 'schedule', at: local }
}

type ExistingPostProps = { postId: string; isCopy: boolean; accounts: readonly Account[] }

function ExistingPost({ postId, isCopy, accounts }: ExistingPostProps) {
  const t = useMessages(composerMessages)
  const post = usePost(postId)
  const media = useMediaByIds(post.data ? mediaIdsOf(post.data) : [])
  const title = t(isCopy ? 'newPost' : 'editPost')
  // The form starts with the current version, and stays while the files of a newer one load.
  const loaded = useRef<{ post: Post; media: readonly Media[] } | null>(null)
  if (post.data && media.data && (loaded.current || !post.isFetching)) {
    loaded.current = { post: post.data, media: media.data }
  }
  if (!loaded.current) {
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
  return <PostComposer {...loaded.current} isCopy={isCopy} accounts={accounts} />
}

type PostComposerProps = {
  post: Post
  media: readonly Media[]
  isCopy: boolean
  accounts: readonly Account[]
}

function PostComposer({ post, media, isCopy, accounts }: PostComposerProps) {
  const t = useMessages(composerMessages)
  const [accountId] = useSearchParam('account')
  const [when] = useSearchParam('when')
  // Keep the editor open even if the post is published while it is being edited.
  const [canEdit] = useState(isEditable(post))
  if (isCopy) {
    const copy = duplicateOf(post, media, accountId)
    const initial: Composition = when === 'schedule' ? { ...copy, when } : copy
    const name = ['copy', post.id, accountId, when].filter(Boolean).join('-')
    return <Composer post={null} name={name} initial={initial} accounts={accounts} />
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
