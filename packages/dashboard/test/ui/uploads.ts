import type { PageNetwork } from './network.ts'

/** An XMLHttpRequest over the page's network, for uploads: `fetch` reports no progress. */
export function requestsOver(network: PageNetwork) {
  return class {
    status = 0
    responseText = ''
    readonly upload = new EventTarget()
    #events = new EventTarget()
    #ended = new AbortController()
    #method = 'GET'
    #url = ''
    #sent = new Headers()
    #received = new Headers()

    open(method: string, url: string) {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#sent.set(name, value)
    }
    addEventListener(name: string, listener: () => void) {
      this.#events.addEventListener(name, listener)
    }
    getAllResponseHeaders() {
      return [...this.#received].map(([name, value]) => `${name}: ${value}`).join('\r\n')
    }
    abort() {
      this.#ended.abort()
      this.#events.dispatchEvent(new Event('abort'))
    }
    send(body: BodyInit) {
      const init = { method: this.#method, headers: this.#sent, body }
      network.request(new URL(this.#url, location.href), init).then(
        async (response) => {
          this.responseText = await response.text()
          this.status = response.status
          this.#received = response.headers
          if (!this.#ended.signal.aborted) this.#events.dispatchEvent(new Event('load'))
        },
        () => this.#events.dispatchEvent(new Event('error')),
      )
    }
  }
}
