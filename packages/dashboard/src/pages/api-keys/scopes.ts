import type { ApiKey } from '@postern/sdk'
import { scopes } from '@postern/sdk/contract'

export type Right = NonNullable<ApiKey['scopes']>[number]
export type AreaName = Right extends `${infer Area}:${string}` ? Area : never
export type Preset = 'all' | 'read' | 'publish' | 'inbox' | 'assistant' | 'custom'

/** A new key publishes; it cannot delete profiles, make keys or read webhooks. */
export const defaultPreset = 'publish'

const ownerAreas = [...new Set(scopes.map((scope) => scope.split(':')[0] as AreaName))]

/** Reads everything that helps to write, and publishes nothing (docs/assistants.md). */
const assistantRights: readonly Right[] = [
  'accounts:read',
  'posts:read',
  'posts:draft',
  'media:read',
  'media:write',
  'comments:read',
  'insights:read',
]

/** The areas available to a kind of key: `profiles` and `keys` are for owner keys only. */
export function areasOf(kind: ApiKey['kind']): readonly AreaName[] {
  if (kind === 'owner') return ownerAreas
  return ownerAreas.filter((area) => area !== 'profiles' && area !== 'keys')
}

/** The scopes of a preset; `null` means all. */
export function rightsOf(preset: Exclude<Preset, 'custom'>, kind: ApiKey['kind']): Right[] | null {
  switch (preset) {
    case 'all':
      return null
    case 'read':
      return areasOf(kind).map((area): Right => `${area}:read`)
    case 'publish':
      return ['accounts:read', 'posts:read', 'posts:write', 'media:read', 'media:write']
    case 'inbox':
      return ['accounts:read', 'posts:read', 'comments:read', 'comments:write']
    case 'assistant':
      return [...(kind === 'owner' ? ['profiles:read' as const] : []), ...assistantRights]
  }
}

/** The preset with exactly these scopes. */
export function presetOf(rights: readonly Right[] | null, kind: ApiKey['kind']): Preset {
  if (rights === null) return 'all'
  const presets = ['read', 'publish', 'inbox', 'assistant'] as const
  const isSame = (other: readonly Right[] | null) =>
    other !== null && other.length === rights.length && other.every((each) => rights.includes(each))
  return presets.find((preset) => isSame(rightsOf(preset, kind))) ?? 'custom'
}
