// Finds an installed browser for the tests of pages. Used by install.mjs too, so it runs on Node 20.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The headless shell comes first because it renders the same pages in a fifth less time. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const linuxFolders = ['/usr/bin', '/snap/bin']
const macApplications = ['Google Chrome', 'Chromium', 'Microsoft Edge']

/** Where to get a browser, as a sentence for messages. */
export const browserAdvice =
  'Install Chromium, Google Chrome or Microsoft Edge (Debian and Ubuntu: apt-get install chromium), or set CHROMIUM to the path of one.'

/**
 * The path of an installed Chromium, Chrome or Edge, or null. `CHROMIUM` comes first. On macOS browsers are
 * applications and not in the PATH.
 */
export function findBrowser({
  environment = process.env,
  platform = process.platform,
  home = homedir(),
  exists = existsSync,
} = {}) {
  const path = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const folders = platform === 'linux' ? [...path, ...linuxFolders] : path
  const inFolders = programs.flatMap((name) => folders.map((folder) => join(folder, name)))
  const applications = ['/Applications', join(home, 'Applications')].flatMap((folder) =>
    macApplications.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  )
  const candidates = platform === 'darwin' ? [...inFolders, ...applications] : inFolders
  return [environment.CHROMIUM ?? '', ...candidates].find((file) => file && exists(file)) ?? null
}
