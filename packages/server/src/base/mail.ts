import { createTransport } from 'nodemailer'
import type { Log } from './log.ts'

export type Letter = { to: string; subject: string; text: string }

/** Sends plain-text letters; resolves when the mail server took it, rejects when it did not. */
export type Mail = { configured: boolean; send(letter: Letter): Promise<void> }

/** Over SMTP when `url` is given; otherwise each letter becomes a log line without its text. */
export function createMail(options: { url: string | null; from: string; log: Log }): Mail {
  if (!options.url) {
    return {
      configured: false,
      send: async (letter) => {
        options.log.warn({ to: letter.to, subject: letter.subject }, 'mail.not_configured')
      },
    }
  }
  const transport = createTransport(
    { url: options.url, connectionTimeout: 10_000, socketTimeout: 15_000 },
    { from: options.from },
  )
  return {
    configured: true,
    send: async (letter) => {
      await transport.sendMail({
        // As an object it is one address, whatever stands in it, and never a list that is taken apart.
        to: { name: '', address: letter.to },
        subject: letter.subject,
        text: letter.text,
      })
    },
  }
}
