import '@mantine/core/styles.css'
import './page.css'
import './focus.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { startLanguage } from './messages/language.ts'
import { useMessages } from './messages/messages.ts'
import { ConfirmProvider } from './parts/confirm.tsx'
import { Later } from './parts/later.tsx'
import { words } from './parts/words.ts'
import { preloadPages, router } from './router.tsx'
import { themeOf, variables } from './theme.ts'

startLanguage()

const stop = router.subscribe('onResolved', ({ toLocation }) => {
  if (toLocation.pathname === '/sign-in') return
  stop()
  preloadPages()
})

function App() {
  const t = useMessages(words)
  const close = t('close')
  const theme = useMemo(() => themeOf({ close }), [close])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <Later />
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
