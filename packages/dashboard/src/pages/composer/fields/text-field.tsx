import { Group, Text } from '@mantine/core'
import type { Account, ContentKind, PlatformValue } from '@postern/sdk'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { platformOf } from '../../../api/platforms.ts'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import { SuggestingTextarea } from '../../../parts/suggesting-textarea.tsx'
import { countText, type TextLength } from '../../../parts/text-length.ts'
import type { Trigger } from '../../../parts/trigger.ts'
import { composerMessages } from '../messages.ts'
import { hashtagsIn } from '../writing/hashtags.ts'
import { composerSigns, useSuggestions } from '../writing/use-suggestions.tsx'
import { writingMessages } from '../writing/writing-messages.ts'
import { WritingTools } from '../writing/writing-tools.tsx'

type Props = {
  label: string
  /** Whether the label is only for screen readers; the field is smaller then. */
  isLabelHidden?: boolean
  description?: string
  text: string
  /** Whose hashtags, people and saved texts are suggested. */
  profileId: string | null
  /** The accounts whose character limits are shown. */
  accounts: readonly Account[]
  /** What an account publishes with the text: options may change it, other parts may be joined to it. */
  publishedOn: (account: Account) => { text: string; kind: ContentKind }
  /** Marks the field as invalid; the element `errorId` has the message. */
  isWrong: boolean
  errorId: string
  onChange: (text: string) => void
  onFiles: (files: readonly File[]) => void
}

const charsMax = LIMITS.post.textCharsMax

/**
 * A text area with emoji, suggestions for hashtags, mentions and saved texts, and a character counter per platform,
 * for its account that is closest to its limit. Pasted images are attached to the post.
 */
export function TextField({
  label,
  isLabelHidden = false,
  description,
  text,
  profileId,
  accounts,
  publishedOn,
  ...props
}: Props) {
  const counts = accounts.map((account) => {
    const published = publishedOn(account)
    const length = countText(account, published.text, published.kind)
    return { platform: account.platform, published: published.text, ...length }
  })
  const byShare = counts.toSorted((one, two) => one.length / one.max - two.length / two.max)
  const platforms = new Map(byShare.map((count) => [count.platform, count]))
  const field = useRef<HTMLTextAreaElement>(null)
  const isPressed = useRef(false)
  const [trigger, setTrigger] = useState<Trigger | null>(null)
  const suggesting = useSuggestions(trigger, profileId, accounts)
  return (
    <div>
      <SuggestingTextarea
        fieldRef={field}
        signs={composerSigns}
        trigger={trigger}
        onTrigger={setTrigger}
        suggesting={suggesting}
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        description={description}
        autosize
        minRows={isLabelHidden ? 3 : 5}
        maxRows={18}
        maxLength={charsMax}
        dir="auto"
        text={text}
        error={props.isWrong}
        // The message is below the field; the text keeps its normal color.
        styles={{ input: { color: 'var(--mantine-color-text)' } }}
        aria-describedby={props.errorId}
        onText={props.onChange}
        // Browsers scroll to the cursor only: the rest of a long text would be below the save bar.
        onPointerDown={() => {
          isPressed.current = true
        }}
        onFocus={({ currentTarget }) => {
          if (!isPressed.current) currentTarget.scrollIntoView({ block: 'nearest' })
          isPressed.current = false
        }}
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
          {[...platforms.values()].map((count) => (
            <Counter key={count.platform} count={count} />
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

type Count = TextLength & { platform: PlatformValue; published: string }

function Counter({ count }: { count: Count }) {
  const t = useMessages(composerMessages)
  const tw = useMessages(writingMessages)
  const { i18n } = useTranslation()
  const { platform, published, length, max, unit } = count
  const isOver = length > max
  const [lengthText, maxText] = [length, max].map((number) => number.toLocaleString(i18n.language))
  const name = platformName(platform)
  const hashtags = countHashtags(platform, published)
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
      <PlatformMark platform={platform} size={14} />
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
