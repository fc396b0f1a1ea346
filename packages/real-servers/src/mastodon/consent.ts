import type { SnacAccount } from './start.ts'

/**
 * Signs in at snac's page at `authorizeUrl`, as a person in a browser would. Returns the URL of the client
 * to which the server redirects. snac has no button to refuse. Throws if the password is wrong.
 */
export async function snacConsent(authorizeUrl: string, account: SnacAccount): Promise<string> {
  const page = await fetch(authorizeUrl)
  const html = await page.text()
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
  if (!page.ok || !action) throw new Error(`snac's login page: ${page.status} ${html}`)
  const fields = [...html.matchAll(/<input[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)]
  const form = new URLSearchParams({
    ...Object.fromEntries(fields.map(([, name, value]) => [name!, unescapeHtml(value!)])),
    login: account.login,
    passwd: account.password,
  })
  const response = await fetch(new URL(action, authorizeUrl), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const location = response.headers.get('location')
  if (!location) throw new Error(`snac did not redirect: ${response.status}`)
  return location
}

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
}
