import { Box, Group, Text } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { IconButton } from '../icon-button.tsx'
import { mediaMessages } from '../media/media-messages.ts'
import { threadMessages } from './messages.ts'

export type PartActions = {
  /** Moves a part to the place of another one; both are numbers. */
  move: (from: number, to: number) => void
  remove: (number: number) => void
}

type Props = {
  /** The place in the thread, from 1. */
  number: number
  /** The places to which parts can be moved. */
  places: { first: number; last: number }
  /** Parts move only among frames with this name. */
  list: string
  actions: PartActions
  children: ReactNode
}

/**
 * A part of a thread with its number; it is moved with buttons or by drag and drop. The text of a plain
 * post has no frame.
 */
export function PartFrame({ number, places, list, actions, children }: Props) {
  const t = useMessages(threadMessages)
  const [isOver, setIsOver] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const isPart = places.last > 1
  const dragType = `application/x-postern-part-${list}`
  const drop = (event: DragEvent) => {
    setIsOver(false)
    // Files are for the media of the part.
    if (!event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    const from = Number(event.dataTransfer.getData(dragType))
    if (from !== number) actions.move(from, number)
  }
  return (
    <Box
      ref={frame}
      data-part={number}
      {...(isPart && {
        className: 'thread-part',
        role: 'group',
        'aria-label': t('part', { number }),
      })}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      style={isOver ? { outline: '2px solid var(--mantine-primary-color-filled)' } : undefined}
    >
      {isPart && <Head {...{ number, places, actions, dragType, frame }} />}
      {children}
    </Box>
  )
}

type HeadProps = Pick<Props, 'number' | 'places' | 'actions'> & {
  dragType: string
  frame: RefObject<HTMLDivElement | null>
}

function Head({ number, places: { first, last }, actions, dragType, frame }: HeadProps) {
  const t = useMessages(threadMessages)
  const tm = useMessages(mediaMessages)
  const list = () => frame.current?.closest<HTMLElement>('[data-thread]') ?? null
  /** The focus follows the part. */
  const move = (to: number, direction: 'up' | 'down') => {
    const part = `[data-part="${to}"] [data-move`
    focusFirst(list(), [`${part}="${direction}"]:not(:disabled)`, `${part}]:not(:disabled)`])
    actions.move(number, to)
  }
  /** The focused button disappears with its part. */
  const remove = () => {
    const next = [number, number - 1].map((at) => `[data-part="${at}"] [data-remove]`)
    focusFirst(list(), [...next, '[data-add-part]'])
    actions.remove(number)
  }
  const canMove = number >= first && first < last
  return (
    <Group gap="xs" wrap="nowrap" mb={4}>
      {canMove && (
        <Box
          draggable
          title={tm('drag')}
          visibleFrom="sm"
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, String(number))
            event.dataTransfer.effectAllowed = 'move'
          }}
          style={{ cursor: 'grab', lineHeight: 0 }}
        >
          <GripVertical size={18} aria-hidden />
        </Box>
      )}
      <Text size="sm" fw={600} flex={1}>
        {t('part', { number })}
      </Text>
      {canMove && (
        <>
          <IconButton
            data-move="up"
            label={t('up', { number })}
            disabled={number === first}
            onClick={() => move(number - 1, 'up')}
          >
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            data-move="down"
            label={t('down', { number })}
            disabled={number === last}
            onClick={() => move(number + 1, 'down')}
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton data-remove label={t('remove', { number })} onClick={remove}>
        <X size={16} aria-hidden />
      </IconButton>
    </Group>
  )
}

/** Focuses the element of the first selector that there is, after what is being rendered. */
export function focusFirst(list: HTMLElement | null, selectors: readonly string[]): void {
  setTimeout(() => {
    const found = selectors.map((selector) => list?.querySelector<HTMLElement>(selector))
    found.find((element) => element)?.focus()
  })
}
