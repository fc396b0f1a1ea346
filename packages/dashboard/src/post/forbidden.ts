import type { PlatformValue } from '@postern/sdk'
import { platformOf } from '../api/platforms.ts'
import {
  type Attachment,
  type Composition,
  kindOf,
  type Options,
  variantOf,
} from './composition.ts'
import { publishedOn } from './published-content.ts'

type SelectedAccount = Parameters<typeof publishedOn>[1] & { id: string }

/**
 * The composition as it is sent: what a platform wants a person to allow, such as comments on TikTok, is
 * forbidden unless it was allowed.
 */
export function withForbidden(
  composition: Composition,
  accounts: readonly SelectedAccount[],
): Composition {
  const variants = { ...composition.variants }
  for (const account of accounts) {
    const { attachments } = publishedOn(composition, account)
    const forbidden = valuesOf(account.platform, attachments, true)
    if (Object.keys(forbidden).length === 0) continue
    const variant = variantOf(composition, account.id)
    variants[account.id] = { ...variant, options: { ...forbidden, ...variant.options } }
  }
  return { ...composition, variants }
}

/** The options of a stored target for editing: what it does not forbid was allowed. */
export function withAllowed(
  platform: PlatformValue,
  attachments: readonly Attachment[],
  options: Options,
): Options {
  return { ...valuesOf(platform, attachments, false), ...options }
}

function valuesOf(
  platform: PlatformValue,
  attachments: readonly Attachment[],
  value: boolean,
): Options {
  const kind = kindOf(attachments)
  const names = (platformOf(platform)?.options ?? []).flatMap(({ name, opposite, kinds }) =>
    opposite && kinds.includes(kind) ? [name] : [],
  )
  return Object.fromEntries(names.map((name) => [name, value]))
}
