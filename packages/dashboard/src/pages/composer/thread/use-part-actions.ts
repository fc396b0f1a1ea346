import { useRef, useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { notifySuccess } from '../../../parts/notify.tsx'
import type { Part } from '../../../post/composition.ts'
import { threadMessages } from './messages.ts'
import type { PartActions } from './part-frame.tsx'
import { moved } from './parts.ts'

/** Moves and removes the parts of a list that starts with the part `first`. */
export function usePartActions(
  parts: readonly Part[],
  first: number,
  onChange: (parts: Part[]) => void,
): { actions: PartActions; announcement: string } {
  const t = useMessages(threadMessages)
  const [announcement, announce] = useState('')
  const latest = useRef({ parts, onChange })
  latest.current = { parts, onChange }
  const insert = (part: Part, index: number) => {
    const { current } = latest
    current.onChange(current.parts.toSpliced(index, 0, part))
  }
  const move = (from: number, to: number) => {
    onChange(moved(parts, from - first, to - first))
    const count = parts.length + first - 1
    announce(t('moved', { number: from, place: to, count }))
  }
  const remove = (number: number) => {
    const index = number - first
    const part = parts[index]!
    onChange(parts.toSpliced(index, 1))
    if (!part.text.trim() && part.media.length === 0) return
    notifySuccess(t('removed', { number }), { label: t('undo'), run: () => insert(part, index) })
  }
  return { actions: { move, remove }, announcement }
}
