import { type AddressInfo, createServer } from 'node:net'

export type ReceivedEmail = {
  /** The envelope: to whom the server is told to give it. */
  to: string[]
  /** Names of the headers, in lower case, in their order. */
  headerNames: string[]
  header(name: string): string | undefined
  /** The letter as it went over the line. */
  raw: string
}

/** A mail server on this machine that takes every letter and keeps it as it came. */
export async function openMailbox(): Promise<{
  url: string
  emails: ReceivedEmail[]
  close(): Promise<void>
}> {
  const posts: ReceivedEmail[] = []
  const server = createServer((socket) => {
    let to: string[] = []
    let letter: string | null = null
    let waiting = ''
    socket.write('220 mailbox\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      waiting += chunk.toString('latin1')
      for (;;) {
        const end = waiting.indexOf('\r\n')
        if (end === -1) return
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (letter !== null) {
          if (line !== '.') {
            letter += `${line.replace(/^\.\./, '.')}\r\n`
            continue
          }
          posts.push(read(to, letter))
          to = []
          letter = null
          socket.write('250 kept\r\n')
          continue
        }
        const [, address] = /^RCPT TO:<(.*?)>/i.exec(line) ?? []
        if (address !== undefined) to.push(address)
        if (/^DATA/i.test(line)) letter = ''
        socket.write(
          /^DATA/i.test(line)
            ? '354 go on\r\n'
            : /^QUIT/i.test(line)
              ? '221 bye\r\n'
              : /^STARTTLS/i.test(line)
                ? '454 no TLS\r\n'
                : '250 ok\r\n',
        )
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    emails: posts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function read(to: string[], raw: string): ReceivedEmail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    to,
    raw,
    headerNames: headers.map(([name]) => name),
    header: (name) => headers.find(([each]) => each === name)?.[1],
  }
}
