import { Group, Text, Textarea } from '@mantine/core'
import type { Account, ContentKind } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { PlatformMark, platformName } from '../../../parts/platform-mark.tsx'
import { countText } from '../../../parts/text-length.ts'
import { composerMessages } from '../messages.ts'

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

const charsMax = 65_000

/**
 * A text area with a character counter per platform, for its account with the lowest limit. Pasted
 * images are attached to the post.
 */
export function TextField({ label, description, text, accounts, kind, ...props }: Props) {
  const byLimit = accounts.toSorted((one, two) => two.limits.text_max - one.limits.text_max)
  const platforms = new Map(byLimit.map((account) => [account.platform, account]))
  return (
    <div>
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={5}
        maxRows={18}
        maxLength={charsMax}
        dir="auto"
        value={text}
        error={props.isWrong}
        // The message is below the field; the text keeps its normal color.
        styles={{ input: { color: 'var(--mantine-color-text)' } }}
        aria-describedby={props.errorId}
        onChange={(event) => props.onChange(event.currentTarget.value)}
        onPaste={(event) => {
          const files = imagesOf(event.clipboardData)
          if (files.length === 0) return
          event.preventDefault()
          props.onFiles(files)
        }}
      />
      {platforms.size > 0 && (
        <Group gap="md" mt={6}>
          {[...platforms.values()].map((account) => (
            <Counter key={account.platform} account={account} text={text} kind={kind} />
          ))}
        </Group>
      )}
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
  const { i18n } = useTranslation()
  const { length, max, unit } = countText(account, text, kind)
  const isOver = length > max
  const [lengthText, maxText] = [length, max].map((number) => number.toLocaleString(i18n.language))
  const name = platformName(account.platform)
  return (
    <Group
      gap={4}
      wrap="nowrap"
      role="img"
      aria-label={`${t(unit === 'bytes' ? 'counterBytes' : 'counter', { name, length: lengthText!, max: maxText! })}${isOver ? `, ${t('over')}` : ''}`}
    >
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
    </Group>
  )
}
