import { resolveObjectURL } from 'node:buffer'
import { Readable } from 'node:stream'

/** The next file that the page saves through a link with `download`. */
export async function nextDownload() {
  const { promise, resolve } = Promise.withResolvers<{ name: string; blob: Blob }>()
  const { prototype } = HTMLAnchorElement
  prototype.click = function () {
    // Without this one, links have the `click` of every element again.
    Reflect.deleteProperty(prototype, 'click')
    resolve({ name: this.download, blob: resolveObjectURL(this.href) as Blob })
  }
  const { name, blob } = await promise
  return {
    suggestedFilename: () => name,
    createReadStream: async () => Readable.fromWeb(blob.stream() as never),
  }
}
