import { Anchor, Box, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { PosternConnectionError, PosternError } from '@postern/sdk'
import { ArrowDown, ArrowUp, Crop, GripVertical, RotateCw, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { ErrorText } from '../../../parts/error-notice.tsx'
import type { Attachment } from '../../../post/composition.ts'
import {
  FileTooLarge,
  gigabytesMax,
  imageMegabytesMax,
} from '../../../post/library/media-limits.ts'
import type { Upload } from '../../../post/library/use-uploads.ts'
import { MediaThumb } from '../../../post/media-thumb.tsx'
import { IconButton } from '../icon-button.tsx'
import { AltField } from './alt-field.tsx'
import { mediaMessages } from './media-messages.ts'
import type { MediaActions } from './use-media.ts'

const dragType = 'application/x-postern-media'

type MessageKey = NonNullable<(typeof mediaMessages)['keys']>

type Props = {
  attachment: Attachment
  index: number
  count: number
  actions: MediaActions
  onCrop: (key: string) => void
}
type ItemProps = Props & { altCharsMax: number }

/** One file: thumbnail, upload progress or error, alt text and position. */
export function MediaItem({ attachment, index, count, altCharsMax, actions, onCrop }: ItemProps) {
  const t = useMessages(mediaMessages)
  const [isOver, setIsOver] = useState(false)
  const { key } = attachment
  const name = attachment.name || t(attachment.type)
  const upload = actions.uploads.states[key]
  const drop = (event: DragEvent) => {
    setIsOver(false)
    const draggedKey = event.dataTransfer.getData(dragType)
    if (!draggedKey) return
    event.preventDefault()
    event.stopPropagation()
    actions.move(draggedKey, index)
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
        <MediaThumb media={attachment.media} type={attachment.type} size={64} />
        <Stack gap={4} flex={1} miw={0}>
          <Group gap={2} wrap="nowrap">
            <Text size="xs" c="dimmed" truncate dir="auto" className="untrusted" flex={1} miw={0}>
              {index + 1}. {name}
            </Text>
            <Buttons
              attachment={attachment}
              name={name}
              index={index}
              count={count}
              actions={actions}
              onCrop={onCrop}
            />
          </Group>
          <State attachment={attachment} upload={upload} actions={actions} />
          {attachment.original && attachment.state !== 'uploading' && (
            <Cropped name={name} onRestore={() => actions.restore(key)} />
          )}
          {attachment.state === 'ready' && (
            <AltField
              name={name}
              alt={attachment.alt}
              charsMax={altCharsMax}
              onChange={(alt) => actions.change(key, { alt })}
            />
          )}
        </Stack>
      </Group>
    </Paper>
  )
}

function Cropped({ name, onRestore }: { name: string; onRestore: () => void }) {
  const t = useMessages(mediaMessages)
  return (
    <Text size="xs" c="dimmed">
      {t('cropped')}{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        aria-label={t('restoreOf', { name })}
        onClick={onRestore}
      >
        {t('restore')}
      </Anchor>
    </Text>
  )
}

function Buttons({ attachment, name, index, count, actions, onCrop }: Props & { name: string }) {
  const t = useMessages(mediaMessages)
  const { key, state } = attachment
  return (
    <>
      {canCrop(attachment) && (
        <IconButton label={t('crop', { name })} onClick={() => onCrop(key)}>
          <Crop size={16} aria-hidden />
        </IconButton>
      )}
      {count > 1 && (
        <>
          <IconButton
            label={t('up', { name })}
            disabled={index === 0}
            onClick={() => actions.move(key, index - 1)}
          >
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label={t('down', { name })}
            disabled={index === count - 1}
            onClick={() => actions.move(key, index + 1)}
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

/** A crop of an animation would stand still; browsers show no HEIC, but its JPEG copy. */
export function canCrop({ state, type, media }: Attachment): boolean {
  const url = media?.jpeg_url ?? media?.url ?? ''
  return state === 'ready' && type === 'image' && !/\.(gif|hei[cf])$/i.test(url)
}

type StateProps = { attachment: Attachment; upload: Upload | undefined; actions: MediaActions }

function State({ attachment, upload, actions }: StateProps) {
  const t = useMessages(mediaMessages)
  const { key, state } = attachment
  const name = attachment.name || t(attachment.type)
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
  const messageKey = messageKeyOf(upload.error)
  return (
    <Stack gap={4} align="flex-start" role="alert">
      {messageKey ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {t(messageKey, { image: imageMegabytesMax, video: gigabytesMax })}
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

const messageKeyByCode: Record<string, MessageKey> = {
  media_type_not_supported: 'type',
  media_invalid: 'damaged',
  payload_too_large: 'tooLarge',
  media_unreachable: 'unreachable',
}

/** The message key for an upload error; `null` if the API's message is more precise. */
function messageKeyOf(error: Error): MessageKey | null {
  if (error instanceof FileTooLarge) return 'tooLarge'
  if (error instanceof PosternConnectionError) return 'network'
  return error instanceof PosternError ? (messageKeyByCode[error.code] ?? null) : null
}
