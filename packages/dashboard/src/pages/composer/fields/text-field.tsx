import { Group, Text } from '@mantine/core'
import type { Account, ContentKind, PlatformValue } from '@postern/sdk'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { platformOf } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import { countText } from '../../../parts/text-length.ts'
import { composerMessages } from '../messages.ts'
import { hashtagsIn } from '../writing/hashtags.ts'
import { SuggestingTextarea } from '../writing/suggesting-textarea.tsx'
import { writingMessages } from '../writing/writing-messages.ts'
import { WritingTools } from '../writing/writing-tools.tsx'

type Props = {
  label: string
  description?: string
  text: string
  /** The accounts whose character limits are shown. */
  accounts: readonly Account[]
  kind: ContentKind
  /** Marks the field as invalid; the element `errorId` has the message. */
  isWrong: boolean
  errorId: string
  onChange: (text: string) => void
  onFiles: (files: readonly File[]) => void
}

const charsMax = LIMITS.post.textCharsMax

/**
 * A text area with emoji, suggestions for hashtags and mentions, and a character counter per platform,
 * for its account with the lowest limit. Pasted images are attached to the post.
 */
export function TextField({ label, description, text, accounts, kind, ...props }: Props) {
  const byLimit = accounts.toSorted((one, two) => two.limits.text_max - one.limits.text_max)
  const platforms = new Map(byLimit.map((account) => [account.platform, account]))
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <div>
      <SuggestingTextarea
        fieldRef={field}
        accounts={accounts}
        label={label}
        description={description}
        autosize
        minRows={5}
        maxRows={18}
        maxLength={charsMax}
        dir="auto"
        text={text}
        error={props.isWrong}
        // The message is below the field; the text keeps its normal color.
        styles={{ input: { color: 'var(--mantine-color-text)' } }}
        aria-describedby={props.errorId}
        onText={props.onChange}
        onPaste={(event) => {
          const files = imagesOf(event.clipboardData)
          if (files.length === 0) return
          event.preventDefault()
          props.onFiles(files)
        }}
      />
      <Group gap="md" mt={6} justify="space-between" align="flex-start" wrap="nowrap">
        <WritingTools fieldRef={field} />
        <Group gap="4px 16px" justify="flex-end" mt={5}>
          {[...platforms.values()].map((account) => (
            <Counter key={account.platform} account={account} text={text} kind={kind} />
          ))}
        </Group>
      </Group>
    </div>
  )
}

/** Word processors also put an image of the copied text on the clipboard: paste only the text. */
function imagesOf(clipboard: DataTransfer): File[] {
  const hasText = ['text/plain', 'text/html'].every((type) => clipboard.types.includes(type))
  return hasText ? [] : [...clipboard.files]
}

function Counter({ account, text, kind }: { account: Account; text: string; kind: ContentKind }) {
  const t = useMessages(composerMessages)
  const tw = useMessages(writingMessages)
  const { i18n } = useTranslation()
  const { length, max, unit } = countText(account, text, kind)
  const isOver = length > max
  const [lengthText, maxText] = [length, max].map((number) => number.toLocaleString(i18n.language))
  const name = platformName(account.platform)
  const hashtags = countHashtags(account.platform, text)
  const labels = [
    t(unit === 'bytes' ? 'counterBytes' : 'counter', {
      name,
      length: lengthText!,
      max: maxText!,
    }),
    ...(isOver ? [t('over')] : []),
    ...(hashtags ? [tw('hashtagCount', { count: hashtags.count, max: hashtags.max })] : []),
  ]
  return (
    <Group gap={4} wrap="nowrap" role="img" aria-label={labels.join(', ')}>
      <PlatformMark platform={account.platform} size={14} />
      <Text
        size="xs"
        aria-hidden
        fw={isOver ? 700 : 400}
        c={isOver ? 'var(--mantine-color-error)' : 'dimmed'}
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {lengthText} / {maxText}
        {unit === 'bytes' && ` ${t('bytes')}`}
        {isOver && ` · ${t('over')}`}
      </Text>
      {hashtags && (
        <Text size="xs" aria-hidden c={hashtags.isOver ? 'var(--mantine-color-error)' : 'dimmed'}>
          · # {hashtags.count} / {hashtags.max}
        </Text>
      )}
    </Group>
  )
}

/** `null` where the platform has no limit, or the text no hashtags. */
function countHashtags(platform: PlatformValue, text: string) {
  const max = platformOf(platform)?.writing.hashtags_max ?? null
  const count = hashtagsIn(text).length
  return max === null || count === 0 ? null : { count, max, isOver: count > max }
}
