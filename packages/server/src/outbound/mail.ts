import { createTransport } from 'nodemailer'
import type { Log } from '../telemetry/log.ts'

export type Email = { to: string; subject: string; text: string }

/** Sends plain-text letters; resolves when the mail server took it, rejects when it did not. */
export type Mail = { configured: boolean; send(email: Email): Promise<void> }

/** Over SMTP when `url` is given; otherwise each letter becomes a log line without its text. */
export function createMail(options: { url: string | null; from: string; log: Log }): Mail {
  if (!options.url) {
    return {
      configured: false,
      send: async (email) => {
        options.log.warn({ to: email.to, subject: email.subject }, 'mail.not_configured')
      },
    }
  }
  const transport = createTransport(
    {
      url: options.url,
      requireTLS: requiresTls(options.url),
      connectionTimeout: 10_000,
      socketTimeout: 15_000,
    },
    { from: options.from },
  )
  return {
    configured: true,
    send: async (email) => {
      await transport.sendMail({
        // As an object it is one address, whatever stands in it, and never a list that is taken apart.
        to: { name: '', address: email.to },
        subject: email.subject,
        text: email.text,
      })
    },
  }
}

/**
 * Whether mail goes out encrypted or not at all. Without this, nodemailer sends sign-in links in plain
 * text if anyone on the way removes STARTTLS from the greeting. Not for a server on this machine, and not if
 * SMTP_URL says `requireTLS=false` or `ignoreTLS=true`.
 */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:' || isLocalServer(smtpUrl)) return protocol === 'smtps:'
  return searchParams.get('requireTLS') !== 'false' && searchParams.get('ignoreTLS') !== 'true'
}

/** Whether the mail server is on this machine, so that what is sent to it crosses no network. */
export function isLocalServer(smtpUrl: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(new URL(smtpUrl).hostname)
}
