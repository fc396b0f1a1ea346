import { Group, Paper, Stack } from '@mantine/core'
import type { Account, PlatformValue } from '@postern/sdk'
import { platformOf } from '../../../api/platforms.ts'
import { AccountName } from '../../../parts/platform-mark.tsx'
import { type Composition, kindOf, type Variant } from '../../../post/composition.ts'
import { FindingText } from '../../../post/findings/finding-list.tsx'
import { type Finding, findingsAt } from '../../../post/findings/findings.ts'
import { publishedOn } from '../../../post/published-content.ts'
import { ProblemBadge } from '../problem-badge.tsx'
import { OptionFields } from './option-fields.tsx'

type Props = {
  composition: Composition
  /** The selected accounts. */
  accounts: readonly Account[]
  findings: readonly Finding[]
  onChange: (accountId: string, change: Partial<Variant>) => void
}

/** The options that most posts need a decision on, such as who can view a post on TikTok. */
export function ProminentOptions({ composition, accounts, findings, onChange }: Props) {
  return accounts.map((account) => {
    const { attachments, options } = publishedOn(composition, account)
    const kind = kindOf(attachments)
    const fields = platformOf(account.platform)?.options ?? []
    if (!fields.some(({ prominent, kinds }) => prominent && kinds.includes(kind))) return null
    const errors = findings.filter(
      ({ level, accountId, platform, path }) =>
        level === 'error' && accountId === account.id && isProminentPath(platform, path),
    )
    const errorOf = (name: string) => {
      const [error] = findingsAt(errors, `options.${name}`)
      return error ? <FindingText finding={error} /> : null
    }
    return (
      <Paper key={account.id} withBorder p="sm" role="group" aria-label={account.username}>
        <Stack gap="xs">
          <Group gap="xs" wrap="nowrap">
            <AccountName platform={account.platform} username={account.username} />
            <ProblemBadge count={errors.length} />
          </Group>
          <OptionFields
            platform={account.platform}
            kind={kind}
            isProminent
            options={options}
            errorOf={errorOf}
            onChange={(changed) => onChange(account.id, { options: changed })}
          />
        </Stack>
      </Paper>
    )
  })
}

/** Whether a finding's path, such as `options.privacy_level`, is one of these options. */
export function isProminentPath(platform: PlatformValue | null, path: string): boolean {
  const [field, name] = path.split('.')
  if (field !== 'options' || platform === null) return false
  return platformOf(platform)?.options.find((option) => option.name === name)?.prominent ?? false
}
