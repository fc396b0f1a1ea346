import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin']
const applications = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const requestMsMax = 5_000
const pictureMsMax = 30_000

/**
 * Takes pictures of the public pages with an installed Chromium or Chrome. Returns the names of the
 * files, or why there are none.
 */
export async function takeScreenshots(
  folder: string,
  publicUrl: string,
  invitationUrl: string | null,
): Promise<string[] | string> {
  const browser = findBrowser()
  if (!browser) {
    return 'No pictures: neither Chromium nor Chrome is installed here. Take them by hand.'
  }
  const pages = {
    ...(invitationUrl ? { 'connect.png': invitationUrl } : {}),
    'privacy.png': `${publicUrl}/privacy`,
    'data-deletion.png': `${publicUrl}/data-deletion`,
  }
  const target = join(folder, 'screenshots')
  try {
    for (const [name, url] of Object.entries(pages)) {
      const response = await fetch(url, { signal: AbortSignal.timeout(requestMsMax) })
      await response.body?.cancel()
      if (!response.ok) return `No pictures: ${url} answered with ${response.status}.`
      await mkdir(target, { recursive: true })
      await take(browser, url, join(target, name))
    }
  } catch {
    return `No pictures: ${publicUrl} did not answer, or the browser failed. Start the service and make the kit again, or take them by hand.`
  }
  return Object.keys(pages)
}

async function take(browser: string, url: string, file: string): Promise<void> {
  // Chromium refuses to run with its sandbox as root. The pages are those of this installation.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const options = ['--headless', '--hide-scrollbars', '--window-size=1280,2200', '--lang=en']
  await promisify(execFile)(browser, [...options, ...asRoot, `--screenshot=${file}`, url], {
    timeout: pictureMsMax,
  })
}

function findBrowser(): string | undefined {
  const installed = folders.flatMap((folder) => programs.map((name) => join(folder, name)))
  return [...installed, ...applications].find((file) => existsSync(file))
}
