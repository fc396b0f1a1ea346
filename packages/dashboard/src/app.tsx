import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { NotifyContext } from './api/use-data.ts'
import { startLanguage } from './messages/language.ts'
import { useMessages } from './messages/messages.ts'
import { ConfirmProvider } from './parts/confirm.tsx'
import { DeferredNotices } from './parts/deferred-notices.tsx'
import { commonMessages } from './parts/messages.ts'
import { notifyError, notifySuccess } from './parts/notify.tsx'
import { createAppRouter } from './router.tsx'
import { createAppTheme, cssVariables } from './theme.ts'

type AppRouter = ReturnType<typeof createAppRouter>
const notify = { success: notifySuccess, error: notifyError }

type MountedApp = { router: AppRouter; unmount(): void }

/** Shows the page at the current URL in `element`, in the member's language. */
export function mountApp(element: HTMLElement): MountedApp {
  startLanguage()
  const router = createAppRouter()
  const root = createRoot(element)
  // As a transition, because React renders those in slices instead of blocking the browser.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  )
  const unmount = () => {
    root.unmount()
    router.history.destroy()
    queryClient.clear()
  }
  return { router, unmount }
}

function App({ router }: { router: AppRouter }) {
  const t = useMessages(commonMessages)
  const close = t('close')
  const theme = useMemo(() => createAppTheme({ close }), [close])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <NotifyContext value={notify}>
          <ConfirmProvider>
            <DeferredNotices />
            <RouterProvider router={router} />
          </ConfirmProvider>
        </NotifyContext>
      </QueryClientProvider>
    </MantineProvider>
  )
}
