import { Anchor, Group, Text } from '@mantine/core'
import type { Account, PlatformOption, PlatformValue } from '@postern/sdk'
import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { platformOf } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { platformName } from '../../../parts/platform-mark.tsx'
import { type Composition, contentOf, type Options, variantOf } from '../../../post/composition.ts'
import { firstLink, useLinkPreview } from '../../../post/preview/use-link-preview.ts'
import { writingMessages } from './writing-messages.ts'

const cardRoles = ['link', 'link_title', 'link_description'] as const

type Props = {
  composition: Composition
  accounts: readonly Account[]
  onChange: (change: Partial<Composition>) => void
}

/**
 * Some platforms show a card only if it is set as an option: one button fills it in from the page, for
 * every account whose text has a link. Another removes it from posts that got media.
 */
export function LinkCardHint(props: Props) {
  const { composition, accounts } = props
  const refused = accounts.filter((account) => {
    const { attachments, options } = contentOf(composition, account.id)
    const name = optionName(account.platform, 'link')
    return attachments.length > 0 && name !== null && options[name] !== undefined
  })
  return refused.length > 0 ? <RemoveCard {...props} accounts={refused} /> : <AddCard {...props} />
}

function RemoveCard({ composition, accounts, onChange }: Props) {
  const t = useMessages(writingMessages)
  const remove = () => {
    const variants = accounts.map(({ id, platform }) => {
      const variant = variantOf(composition, id)
      const names = cardRoles.map((role) => optionName(platform, role))
      const others = Object.entries(variant.options).filter(([name]) => !names.includes(name))
      return [id, { ...variant, options: Object.fromEntries(others) }] as const
    })
    onChange({ variants: { ...composition.variants, ...Object.fromEntries(variants) } })
  }
  return (
    <Hint action={t('removeCard')} onAction={remove}>
      {t('cardWithMedia', { names: useNames()(accounts) })}
    </Hint>
  )
}

function AddCard({ composition, accounts, onChange }: Props) {
  const t = useMessages(writingMessages)
  const namesOf = useNames()
  const missing = accounts.flatMap((account) => {
    const { text, attachments, options } = contentOf(composition, account.id)
    const name = optionName(account.platform, 'link')
    const link = attachments.length === 0 ? firstLink(text) : null
    const isMissing = name !== null && link !== null && options[name] === undefined
    const isOption = platformOf(account.platform)?.writing.link_card === 'option'
    return isOption && isMissing ? [{ account, link }] : []
  })
  const preview = useLinkPreview(missing[0]?.link ?? null)
  if (missing.length === 0) return null
  const add = () => {
    const variants = missing.map(({ account, link }) => {
      const variant = variantOf(composition, account.id)
      const card = cardOptions(account.platform, link, link === preview?.url ? preview : null)
      return [account.id, { ...variant, options: { ...variant.options, ...card } }] as const
    })
    onChange({ variants: { ...composition.variants, ...Object.fromEntries(variants) } })
  }
  return (
    <Hint action={t('addCard')} onAction={add}>
      {t('noCardYet', { names: namesOf(missing.map(({ account }) => account)) })}
    </Hint>
  )
}

function Hint(props: { action: string; onAction: () => void; children: ReactNode }) {
  return (
    <Group gap={6} mt={6} wrap="nowrap" align="flex-start">
      <Link2 size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Text size="sm">
        {props.children}{' '}
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={props.onAction}
        >
          {props.action}
        </Anchor>
      </Text>
    </Group>
  )
}

/** The platforms of accounts as a list in the page's language. */
function useNames(): (accounts: readonly Account[]) => string {
  const { i18n } = useTranslation()
  return (accounts) => {
    const names = new Set(accounts.map(({ platform }) => platformName(platform)))
    return new Intl.ListFormat(i18n.language).format(names)
  }
}

function cardOptions(
  platform: PlatformValue,
  link: string,
  preview: { title: string | null; description: string | null } | null,
): Options {
  const entries = [
    [optionName(platform, 'link'), link],
    [optionName(platform, 'link_title'), preview?.title],
    [optionName(platform, 'link_description'), preview?.description],
  ]
  return Object.fromEntries(entries.filter(([name, value]) => name && value))
}

function optionName(
  platform: PlatformValue,
  role: NonNullable<PlatformOption['preview']>,
): string | null {
  return platformOf(platform)?.options.find(({ preview }) => preview === role)?.name ?? null
}
