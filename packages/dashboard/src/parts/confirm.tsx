import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useState,
} from 'react'
import type { Question } from './confirm-dialog.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

type Open = Question & { answer: (yes: boolean) => void }

const Confirm = createContext<(question: Question) => Promise<boolean>>(async () => false)

/** Opens a confirmation dialog; resolves to whether the user confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return useContext(Confirm)
}

/** Provides `useConfirm`; the dialog's code is loaded after the first page. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null)
  const [isShown, setIsShown] = useState(false)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setOpen({ ...question, answer })
        setIsShown(true)
      }),
    [],
  )
  const close = (yes: boolean) => {
    open?.answer(yes)
    setIsShown(false)
  }
  return (
    <Confirm value={ask}>
      {children}
      {open && (
        <Suspense>
          <ConfirmDialog question={open} isShown={isShown} onAnswer={close} />
        </Suspense>
      )}
    </Confirm>
  )
}
