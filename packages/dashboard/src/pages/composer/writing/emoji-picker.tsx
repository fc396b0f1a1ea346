import './emoji-picker.css'
import { Text } from '@mantine/core'
import {
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
} from 'frimousse'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { loadEmoji } from './emoji-data.ts'
import { writingMessages } from './writing-messages.ts'

/** All emoji by category, with search; arrows move, Enter inserts. Loaded on demand. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useMessages(writingMessages)
  const { i18n } = useTranslation()
  return (
    <Picker.Root
      className="emoji-picker"
      locale={i18n.language}
      columns={8}
      resolveEmojiData={loadEmoji}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <div className="emoji-search">
        <Picker.Search autoFocus placeholder={t('searchEmoji')} aria-label={t('searchEmoji')} />
        <Picker.SkinToneSelector aria-label={t('skinTone')} title={t('skinTone')} />
      </div>
      <Picker.Viewport className="emoji-viewport">
        <Picker.Loading>
          <Text size="sm" c="dimmed">
            {t('loadingEmoji')}
          </Text>
        </Picker.Loading>
        <Picker.Empty>
          <Text size="sm" c="dimmed">
            {t('noEmoji')}
          </Text>
        </Picker.Empty>
        <Picker.List className="emoji-list" components={{ Row, Emoji }} />
      </Picker.Viewport>
      <Picker.ActiveEmoji>
        {({ emoji }) => (
          <Text size="xs" c="dimmed" truncate className="emoji-name">
            {emoji ? `${emoji.emoji} ${emoji.label}` : t('chooseEmoji')}
          </Text>
        )}
      </Picker.ActiveEmoji>
    </Picker.Root>
  )
}

function Row({ 'aria-rowindex': index = 0, ...props }: EmojiPickerListRowProps) {
  return <div {...props} {...{ 'aria-rowindex': fromOne(index) }} />
}

function Emoji({ emoji, 'aria-colindex': index = 0, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button {...props} type="button" {...{ 'aria-colindex': fromOne(index) }}>
      {emoji.emoji}
    </button>
  )
}

/** The library counts rows and columns from 0; ARIA counts from 1. */
function fromOne(index: number): number {
  return index + 1
}
