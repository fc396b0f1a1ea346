import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './theme.css'
import './page.css'
import './focus.css'
import { mountApp } from './app.tsx'
import { preloadPages } from './router.tsx'

/** After the first page and its data, which it must not delay. */
const preloadDelayMs = 10_000

void applyStylesheet().then(() => {
  const { router } = mountApp(document.getElementById('root')!)
  const stop = router.subscribe('onResolved', ({ toLocation }) => {
    if (toLocation.pathname === '/sign-in') return
    stop()
    setTimeout(preloadPages, preloadDelayMs)
  })
})

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
