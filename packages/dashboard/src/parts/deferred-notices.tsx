import { lazy, Suspense, useEffect, useState } from 'react'

export const loadNotices = () => import('./notices.tsx')

const Notices = lazy(loadNotices)

let mount = () => {}

/** Shows the notifications, from the first one on. */
export function mountNotices(): void {
  mount()
}

/** The place of the notifications; their code is loaded for the first one. */
export function DeferredNotices() {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => {
    mount = () => setIsMounted(true)
  }, [])
  return isMounted ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null
}
