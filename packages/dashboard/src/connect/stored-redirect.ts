const storageKey = 'postern.redirect-url'

/** The return URL last used in this browser, unless it is this installation's start page. */
export function readStoredRedirect(): string | null {
  const url = localStorage.getItem(storageKey)
  return url === `${location.origin}/` ? null : url
}

export function storeRedirect(url: string): void {
  localStorage.setItem(storageKey, url)
}
