/** A page whose files could not be loaded. */
export class PageLoadError extends Error {}

/**
 * Loads a page. The router reloads the window when a script fails to load, which shows the browser's
 * error page when offline. A PageLoadError prevents that reload; the original error is thrown only
 * when the server has a newer build, because then a reload helps.
 */
export function loadPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load()
    } catch (cause) {
      if (await isNewerBuildAvailable()) throw cause
      throw new PageLoadError('The page could not be loaded.', { cause })
    }
  }
}

/** Whether the server responds with a page that uses another script than this one. */
async function isNewerBuildAvailable(): Promise<boolean> {
  const scriptUrl = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!scriptUrl) return false
  try {
    const response = await fetch('/dashboard/', { cache: 'no-store' })
    return response.ok && !(await response.text()).includes(scriptUrl)
  } catch {
    return false
  }
}

/** Loads the pages one after another while the browser is idle. Failures are ignored. */
export function preloadWhenIdle(loads: readonly (() => Promise<unknown>)[]): void {
  const [load, ...rest] = loads
  if (!load) return
  whenIdle(() => {
    load().then(
      () => preloadWhenIdle(rest),
      () => preloadWhenIdle(rest),
    )
  })
}

/** Safari has no requestIdleCallback. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
  else setTimeout(run, 200)
}
