/** What to call the file at a URL: the end of its path if that is a file name, else the address. */
export function fileNameOf(url: string): string {
  const { host, pathname } = new URL(url)
  const last = pathname.split('/').at(-1)!
  if (/.\.[a-z0-9]{2,4}$/i.test(last)) return last
  return pathname === '/' ? host : host + pathname
}

/** Whether the name is that of a video, until the API reports the type. */
export function isVideoName(name: string): boolean {
  return /\.(mp4|mov|webm)$/i.test(name)
}
