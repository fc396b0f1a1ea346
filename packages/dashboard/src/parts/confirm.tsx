import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Question } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

type Open = Question & { answer: (yes: boolean) => void; askedFrom: HTMLElement | null }

const Confirm = createContext<(question: Question) => Promise<boolean>>(async () => false)

/** Opens a confirmation dialog; resolves to whether the user confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return useContext(Confirm)
}

/** Provides `useConfirm`; the dialog's code is loaded after the first page. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  /** Kept with its text while the dialog fades out. */
  const [last, setLast] = useState<Open | null>(null)
  const [isShown, setIsShown] = useState(false)
  /** The unanswered question. A second key press can come before the next render. */
  const open = useRef<Open | null>(null)
  const focused = useLastFocused()
  const close = useCallback((yes: boolean) => {
    const question = open.current
    open.current = null
    setIsShown(false)
    question?.answer(yes)
    // At once: keys pressed before the dialog is gone would be lost.
    if (!yes) question?.askedFrom?.focus({ preventScroll: true })
  }, [])
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        open.current?.answer(false)
        open.current = { ...question, answer, askedFrom: focused() }
        setLast(open.current)
        setIsShown(true)
      }),
    [focused],
  )
  useEscape(open, close)
  return (
    <Confirm value={ask}>
      {children}
      {last && (
        <Suspense>
          <ConfirmDialog question={last} isShown={isShown} onAnswer={close} />
        </Suspense>
      )}
    </Confirm>
  )
}

/** Returns the focused element, also a button that lost the focus because it is disabled while loading. */
function useLastFocused(): () => HTMLElement | null {
  const last = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return useCallback(() => {
    const isFocused = last.current === document.activeElement || last.current?.matches(':disabled')
    return isFocused ? last.current : null
  }, [])
}

/**
 * Escape answers the question and reaches no dialog below it. Mantine's dialogs listen on the window, in
 * effects; this listener is added earlier, in a layout effect of the outermost component.
 */
function useEscape(open: { readonly current: Open | null }, close: (yes: boolean) => void): void {
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !open.current) return
      event.stopImmediatePropagation()
      close(false)
    }
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => window.removeEventListener('keydown', handleKey, { capture: true })
  }, [open, close])
}
