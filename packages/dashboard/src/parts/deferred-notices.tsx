import { lazy, Suspense, useEffect, useState } from 'react'

const Notices = lazy(() => import('./notices.tsx'))

/** What the first page can do without is loaded when the browser has nothing else to do. */
export function DeferredNotices() {
  const [isIdle, setIsTime] = useState(false)
  useEffect(() => {
    const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
    wait(() => {
      setIsTime(true)
      // It is asked for again when there is a question.
      import('./confirm-dialog.tsx').catch(() => {})
    })
  }, [])
  return isIdle ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null
}
