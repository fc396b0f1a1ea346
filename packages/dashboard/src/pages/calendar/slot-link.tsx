import './slot-link.css'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatTimeOf } from '../../parts/dates.ts'
import { profileColor } from '../../parts/profile-color.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { accountHandle } from '../../parts/visible-name.ts'
import { composerSearch } from '../../post/queue/composer-search.ts'
import { dayName } from './calendar-actions.ts'
import { useCalendarData } from './calendar-data.ts'
import { isoDay } from './date-range.ts'
import { calendarMessages } from './messages.ts'
import type { FreeSlot } from './use-free-slots.ts'

type Props = { slot: FreeSlot; className?: string; style?: CSSProperties }

/** A free slot. It opens the composer with its accounts and time, or for the queue if that would take it. */
export function SlotLink({ slot, className = '', style }: Props) {
  const t = useMessages(calendarMessages)
  const { i18n } = useTranslation()
  const { profileOf, hasManyProfiles } = useCalendarData()
  const { at, accounts } = slot
  const [first] = accounts
  const isOneProfile = accounts.every(({ profile_id }) => profile_id === first?.profile_id)
  const profile = first && isOneProfile ? profileOf(first) : undefined
  const day = dayName(isoDay(clockDay(at)), i18n.language)
  const names = accounts.map(accountHandle).join(', ')
  return (
    <Link
      to="/posts/new"
      search={searchOf(slot, isOneProfile) as never}
      className={`slot-link ${className}`}
      style={style}
    >
      <span
        className="slot-chip"
        style={profile && hasManyProfiles ? { borderInlineStartColor: profileColor(profile) } : {}}
      >
        <Plus size={11} aria-hidden />
        <VisuallyHidden>{t('freeSlot', { day })} </VisuallyHidden>
        <time dateTime={at}>{formatTimeOf(at, i18n.language)}</time>{' '}
        {hasManyProfiles && (
          <span className="chip-client" dir="auto">
            {profile ? profile.name : t('accounts', { count: accounts.length })}
          </span>
        )}
        <VisuallyHidden>, {names}</VisuallyHidden>
      </span>
    </Link>
  )
}

/** For accounts of several profiles, the profile is chosen in the composer. */
function searchOf({ at, accounts, isNext }: FreeSlot, isOneProfile: boolean) {
  if (!isOneProfile) return { at }
  const accountIds = accounts.map(({ id }) => id)
  return composerSearch({ profileId: accounts[0]!.profile_id, accountIds, at, isNext })
}
