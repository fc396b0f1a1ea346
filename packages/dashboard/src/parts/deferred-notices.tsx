import { lazy, Suspense, useEffect, useState } from 'react'

const Notices = lazy(() => import('./notices.tsx'))

/** Loads notifications and the confirmation dialog when the browser is idle. */
export function DeferredNotices() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
    wait(() => {
      setIsIdle(true)
      // The dialog is requested again when it is needed.
      import('./confirm-dialog.tsx').catch(() => {})
    })
  }, [])
  return isIdle ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null
}
