import { lazy, Suspense, useEffect, useState } from 'react'

const Notices = lazy(() => import('./notices.tsx'))

/** Loads notifications when the browser is idle. */
export function DeferredNotices() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
    wait(() => setIsIdle(true))
  }, [])
  return isIdle ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null
}
