import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import './page.css'
import './focus.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { startLanguage } from './messages/language.ts'
import { useMessages } from './messages/messages.ts'
import { ConfirmProvider } from './parts/confirm.tsx'
import { DeferredNotices } from './parts/deferred-notices.tsx'
import { commonMessages } from './parts/messages.ts'
import { preloadPages, router } from './router.tsx'
import { createAppTheme, cssVariables } from './theme.ts'

/** After the first page and its data, which it must not delay. */
const preloadDelayMs = 10_000

startLanguage()

const stop = router.subscribe('onResolved', ({ toLocation }) => {
  if (toLocation.pathname === '/sign-in') return
  stop()
  setTimeout(preloadPages, preloadDelayMs)
})

function App() {
  const t = useMessages(commonMessages)
  const close = t('close')
  const theme = useMemo(() => createAppTheme({ close }), [close])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <DeferredNotices />
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = createRoot(document.getElementById('root')!)
void applyStylesheet().then(() =>
  // As a transition, because React renders those in slices instead of blocking the browser.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
)

/** Adds the preloaded stylesheet to the head, before those of the pages, whose rules override it. */
async function applyStylesheet(): Promise<void> {
  const preload = document.querySelector('link[as="style"]')
  // The development server adds styles by script.
  if (!preload) return
  const stylesheet = preload.cloneNode() as HTMLLinkElement
  stylesheet.rel = 'stylesheet'
  await new Promise((resolve) => {
    stylesheet.onload = resolve
    stylesheet.onerror = resolve
    preload.after(stylesheet)
  })
}
