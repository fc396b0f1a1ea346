import {
  ActionIcon,
  Box,
  Button,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { PosternConnectionError, PosternError } from '@postern/sdk'
import { ArrowDown, ArrowUp, GripVertical, RotateCw, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { ErrorText } from '../../../parts/error-notice.tsx'
import { MediaThumb } from '../../posts/parts/media-thumb.tsx'
import type { Piece } from '../composition.ts'
import { FileTooLarge, gigabytesMax, imageMegabytesMax } from './media-limits.ts'
import { mediaMessages } from './media-messages.ts'
import type { MediaActions } from './use-media.ts'
import type { Upload } from './use-uploads.ts'

const dragType = 'application/x-postern-media'
const altCharsMax = 1_000

type Word = NonNullable<(typeof mediaMessages)['keys']>

type Props = { piece: Piece; place: number; count: number; actions: MediaActions }

/** One file: thumbnail, upload progress or error, alt text and position. */
export function MediaItem({ piece, place, count, actions }: Props) {
  const t = useMessages(mediaMessages)
  const [isOver, setIsOver] = useState(false)
  const { key } = piece
  const name = piece.name || t(piece.type)
  const upload = actions.uploads.states[key]
  const drop = (event: DragEvent) => {
    setIsOver(false)
    const moved = event.dataTransfer.getData(dragType)
    if (!moved) return
    event.preventDefault()
    event.stopPropagation()
    actions.move(moved, place)
  }
  return (
    <Paper
      component="li"
      withBorder
      p="xs"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      style={isOver ? { outline: '2px solid var(--mantine-primary-color-filled)' } : undefined}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Box
          draggable
          title={t('drag')}
          visibleFrom="sm"
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, key)
            event.dataTransfer.effectAllowed = 'move'
          }}
          style={{ cursor: 'grab', alignSelf: 'center', lineHeight: 0 }}
        >
          <GripVertical size={18} aria-hidden />
        </Box>
        <MediaThumb media={piece.media} type={piece.type} size={64} />
        <Stack gap={4} flex={1} miw={0}>
          <Group gap={2} wrap="nowrap">
            <Text size="xs" c="dimmed" truncate dir="auto" className="untrusted" flex={1} miw={0}>
              {place + 1}. {name}
            </Text>
            <Buttons piece={piece} name={name} place={place} count={count} actions={actions} />
          </Group>
          <State piece={piece} upload={upload} actions={actions} />
          {piece.state === 'ready' && (
            <TextInput
              size="xs"
              aria-label={t('altOf', { name })}
              placeholder={t('altPlaceholder')}
              maxLength={altCharsMax}
              dir="auto"
              value={piece.alt}
              onChange={(event) => actions.change(key, { alt: event.currentTarget.value })}
            />
          )}
        </Stack>
      </Group>
    </Paper>
  )
}

function Buttons({ piece, name, place, count, actions }: Props & { name: string }) {
  const t = useMessages(mediaMessages)
  const { key, state } = piece
  return (
    <>
      {count > 1 && (
        <>
          <IconButton
            label={t('up', { name })}
            disabled={place === 0}
            onClick={() => actions.move(key, place - 1)}
          >
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label={t('down', { name })}
            disabled={place === count - 1}
            onClick={() => actions.move(key, place + 1)}
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton
        label={t(state === 'uploading' ? 'cancel' : 'remove', { name })}
        onClick={() => actions.remove(key)}
      >
        <X size={16} aria-hidden />
      </IconButton>
    </>
  )
}

function IconButton({
  label,
  disabled = false,
  onClick,
  children,
}: {
  label: string
  disabled?: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

type StateProps = { piece: Piece; upload: Upload | undefined; actions: MediaActions }

function State({ piece, upload, actions }: StateProps) {
  const t = useMessages(mediaMessages)
  const { key, state } = piece
  const name = piece.name || t(piece.type)
  if (state === 'ready') return null
  if (state === 'uploading') {
    const percent = Math.round((upload?.share ?? 0) * 100)
    const isSent = percent >= 100
    return (
      <Box>
        <Progress value={percent} aria-label={t('progress', { name, percent })} animated={isSent} />
        <Text size="xs" c="dimmed" mt={2}>
          {isSent ? t('processing') : t('progress', { name: '', percent }).replace(/^: /, '')}
        </Text>
      </Box>
    )
  }
  if (state === 'interrupted' || !upload?.error) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {t('interrupted')}
      </Text>
    )
  }
  const word = wordOf(upload.error)
  return (
    <Stack gap={4} align="flex-start" role="alert">
      {word ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {t(word, { image: imageMegabytesMax, video: gigabytesMax })}
        </Text>
      ) : (
        <ErrorText error={upload.error} />
      )}
      {actions.uploads.canRetry(key) && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<RotateCw size={12} aria-hidden />}
          aria-label={`${t('retry')}: ${name}`}
          onClick={() => actions.uploads.retry(key)}
        >
          {t('retry')}
        </Button>
      )}
    </Stack>
  )
}

const byCode: Record<string, Word> = {
  media_type_not_supported: 'type',
  media_invalid: 'damaged',
  payload_too_large: 'tooLarge',
  media_unreachable: 'unreachable',
}

/** The message key for an upload error; `null` if the API's message is more precise. */
function wordOf(error: Error): Word | null {
  if (error instanceof FileTooLarge) return 'tooLarge'
  if (error instanceof PosternConnectionError) return 'network'
  return error instanceof PosternError ? (byCode[error.code] ?? null) : null
}
