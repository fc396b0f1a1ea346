import type { AccountListItem, Media, Post } from '@postern/sdk'
import { createContext, useContext, useMemo } from 'react'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useExpiredAccountsOf } from '../../post/expired-accounts.tsx'
import { useMediaByIds } from '../../post/use-media-by-ids.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'

export type CalendarData = {
  /** The client of a post or an account; undefined until loaded. */
  profileOf: (of: Pick<Post, 'profile_id'>) => ProfileName | undefined
  /** Whether posts of several clients are shown, so that each names its client. */
  hasManyProfiles: boolean
  /** The post's first file; undefined if it has none, is loading or was deleted. */
  thumbOf: (post: Post) => Media | undefined
  /** The accounts on which the post will not be published until they are reconnected. */
  expiredOf: (post: Post) => AccountListItem[]
  /** Opens the quick view next to `anchor`; the clicked `element` gets the focus back. */
  openPost: (post: Post, element: HTMLElement, anchor: HTMLElement) => void
  isQuickViewOpen: boolean
}

const Data = createContext<CalendarData | null>(null)

export const CalendarDataProvider = Data.Provider

export function useCalendarData(): CalendarData {
  const data = useContext(Data)
  if (!data) throw new Error('useCalendarData needs a CalendarDataProvider')
  return data
}

type PostDisplay = Pick<CalendarData, 'profileOf' | 'hasManyProfiles' | 'thumbOf' | 'expiredOf'>

/** Loads what posts are shown with: their clients, first files and expired accounts. */
export function usePostDisplay(posts: readonly Post[]): PostDisplay {
  const profiles = useProfiles()
  const [profile] = useProfileParam()
  const { data: media } = useMediaByIds(posts.flatMap((post) => firstFileOf(post)?.id ?? []))
  const expiredOf = useExpiredAccountsOf()
  const display = useMemo((): Omit<PostDisplay, 'expiredOf'> => {
    const byId = new Map(media?.map((file) => [file.id, file]))
    return {
      profileOf: ({ profile_id }) => profiles.find(({ id }) => id === profile_id),
      hasManyProfiles: profile === null && profiles.length > 1,
      thumbOf: (post) => byId.get(firstFileOf(post)?.id ?? ''),
    }
  }, [profiles, profile, media])
  return { ...display, expiredOf }
}

/** The reference to the post's first file, also if only an account has one. */
export function firstFileOf({ media, targets }: Post): { id: string } | undefined {
  return media[0] ?? targets.find((target) => target.media?.length)?.media?.[0]
}
