import { type AddressInfo, createServer } from 'node:net'

export type ReceivedEmail = {
  /** The recipients of the SMTP envelope. */
  to: string[]
  /** Header names in lower case, in order. */
  headerNames: string[]
  header(name: string): string | undefined
  /** The source of the email. */
  raw: string
}

/** A local SMTP server that accepts and records every email. */
export async function openMailbox(): Promise<{
  url: string
  emails: ReceivedEmail[]
  close(): Promise<void>
}> {
  const emails: ReceivedEmail[] = []
  const server = createServer((socket) => {
    let to: string[] = []
    let email: string | null = null
    let buffer = ''
    socket.write('220 mailbox\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (;;) {
        const end = buffer.indexOf('\r\n')
        if (end === -1) return
        const line = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        if (email !== null) {
          if (line !== '.') {
            email += `${line.replace(/^\.\./, '.')}\r\n`
            continue
          }
          emails.push(parseEmail(to, email))
          to = []
          email = null
          socket.write('250 kept\r\n')
          continue
        }
        const [, address] = /^RCPT TO:<(.*?)>/i.exec(line) ?? []
        if (address !== undefined) to.push(address)
        if (/^DATA/i.test(line)) email = ''
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
    emails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parseEmail(to: string[], raw: string): ReceivedEmail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    to,
    raw,
    headerNames: headers.map(([name]) => name),
    header: (name) => headers.find(([headerName]) => headerName === name)?.[1],
  }
}
