import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/**
 * The text of a field that sets a filter: `type` changes the field immediately and the filter once the
 * user pauses, `clear` both at once.
 */
export function useTypedText(
  value: string | null,
  onChange: (value: string | null) => void,
  pauseMs: number,
) {
  const [text, setText] = useState(value ?? '')
  const lastReported = useRef(value)
  // Take over outside changes only: the user may have typed on since the last reported value.
  useEffect(() => {
    if (value !== lastReported.current) setText(value ?? '')
    lastReported.current = value
  }, [value])
  const report = (text: string) => {
    lastReported.current = text.trim() || null
    onChange(lastReported.current)
  }
  const reportAfterPause = useDebouncedCallback(report, pauseMs)
  const type = (text: string) => {
    setText(text)
    reportAfterPause(text)
  }
  const clear = () => {
    reportAfterPause.cancel()
    setText('')
    report('')
  }
  return { text, type, clear }
}
