import type { PlatformValue } from '@postern/sdk'
import type { LucideIcon } from 'lucide-react'

/** Where something is shown. The profile is selected if another one is at the moment. */
export type Place = {
  to: string
  search?: Record<string, string>
  profileId?: string | null
}

export type FoundKind =
  | 'post'
  | 'comment'
  | 'account'
  | 'profile'
  | 'member'
  | 'link'
  | 'invitation'
  | 'webhook'
  | 'delivery'
  | 'request'
  | 'key'

/** Something of the API that was found. `label` is other people's text. */
export type Found = Place & {
  kind: FoundKind
  id: string
  label: string
  detail: string
  platform?: PlatformValue
}

/** An entry of the palette. */
export type Item = {
  id: string
  icon: LucideIcon
  /** Its mark in place of the icon. */
  platform?: PlatformValue | undefined
  label: string
  /** A second line. */
  detail?: string
  /** The profile it belongs to, shown with its mark. */
  profileId?: string | null
  /** Its shortcut, such as `g c`. */
  keys?: string
  run: () => void
  /** The palette stays open. */
  isStep?: boolean
}

export type ItemGroup = { name: string; items: readonly Item[] }
