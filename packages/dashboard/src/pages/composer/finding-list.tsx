import { Anchor, Group, List, Text, ThemeIcon } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFactsFor } from '../../messages/api-sentence.ts'
import { type Translate, useMessages } from '../../messages/messages.ts'
import { platformNames } from '../../parts/platform-mark.tsx'
import { findingWords } from './finding-words.ts'
import type { Finding } from './findings.ts'
import { composerWords } from './words.ts'

type Props = {
  findings: readonly Finding[]
  /** Names the account of each finding; left out where it is clear. */
  accountOf?: (id: string) => Account | undefined
  /** The file that a finding is about. */
  fileOf?: (finding: Finding) => string | null
  /** Offers the way out for a finding, and says what it is. */
  fix?: { label: string; run: (finding: Finding) => void }
}

/** What the platforms would say, each in a sentence with the limit and what there is. */
export function FindingList({ findings, accountOf, fileOf, fix }: Props) {
  const sentence = useFindingSentence()
  if (findings.length === 0) return null
  return (
    <List listStyleType="none" spacing={4} mt={6} role="list">
      {findings.map((finding) => {
        const account = accountOf?.(finding.accountId)
        const file = fileOf?.(finding)
        return (
          <List.Item key={`${finding.accountId} ${finding.path} ${finding.code}`}>
            <Line level={finding.level}>
              {account && (
                <Text span fw={600} size="sm">
                  {platformNames[account.platform]} · <bdi>{account.username}</bdi>:{' '}
                </Text>
              )}
              {file && (
                <Text span fw={600} size="sm">
                  <bdi>{file}</bdi>:{' '}
                </Text>
              )}
              {sentence(finding)}
              {fix && finding.level === 'error' && (
                <>
                  {' '}
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    onClick={() => fix.run(finding)}
                  >
                    {fix.label}
                  </Anchor>
                </>
              )}
            </Line>
          </List.Item>
        )
      })}
    </List>
  )
}

/** A sentence with a mark of how bad it is; the mark is read, too. */
function Line({ level, children }: { level: Finding['level']; children: ReactNode }) {
  const t = useMessages(composerWords)
  const isError = level === 'error'
  const Icon = isError ? CircleAlert : TriangleAlert
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <ThemeIcon
        variant="transparent"
        color={isError ? 'red' : 'orange'}
        size={20}
        aria-label={t(isError ? 'refused' : 'warning')}
        role="img"
      >
        <Icon size={16} aria-hidden />
      </ThemeIcon>
      <Text size="sm" c={isError ? 'var(--mantine-color-error)' : 'bright'} className="untrusted">
        {children}
      </Text>
    </Group>
  )
}

/** Says a finding in the reader's language; the API's own sentence where we have none. */
export function useFindingSentence(): (finding: Finding) => string {
  const { i18n } = useTranslation()
  const t = useMessages(findingWords) as Translate<Record<string, string>>
  const show = (value: Finding['limit']) =>
    typeof value === 'number' ? value.toLocaleString(i18n.language) : (value ?? '')
  return ({ code, message, limit, actual }) => {
    const words: unknown = i18n.getResource(i18n.language, findingWords.namespace, code)
    const facts = { limit, actual, message }
    if (typeof words !== 'string' || !hasFactsFor(words, facts)) return message
    return t(code, { limit: show(limit), actual: show(actual), message })
  }
}
