/** A page whose files could not be loaded. */
export class PageLoadError extends Error {}

/**
 * Loads a page. The router reloads the window when a browser says that a script is missing, which
 * ends in the browser's own error page without a network. It reloads only for the browser's own
 * error, so that error is replaced unless the service answers: then the script belongs to an older
 * build, and a reload helps.
 */
export function loadPage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load()
    } catch (cause) {
      if (await isBuiltAgain()) throw cause
      throw new PageLoadError('The page could not be loaded.', { cause })
    }
  }
}

/** Whether the service answers with a page that names other scripts than this one. */
async function isBuiltAgain(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!own) return false
  try {
    const response = await fetch('/dashboard/', { cache: 'no-store' })
    return response.ok && !(await response.text()).includes(own)
  } catch {
    return false
  }
}

/** Loads one after another while nothing else is to be done; a failure is left for the visit. */
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
