import { createTransport } from 'nodemailer'
import type { Log } from '../telemetry/log.ts'

export type Email = { to: string; subject: string; text: string }

/** Sends plain-text emails; `send` resolves when the mail server accepts the email. */
export type Mail = { configured: boolean; send(email: Email): Promise<void> }

/** Sends by SMTP if `url` is set; otherwise only logs recipient and subject. */
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
        // Pass an object, because nodemailer parses a string as a list of addresses.
        to: { name: '', address: email.to },
        subject: email.subject,
        text: email.text,
      })
    },
  }
}

/**
 * Whether emails must be sent encrypted. Without this, nodemailer falls back to plain text, sign-in
 * links included, if an attacker strips STARTTLS. Not required for a mail server on this machine, or
 * with `requireTLS=false` or `ignoreTLS=true` in SMTP_URL.
 */
export function requiresTls(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl)
  if (protocol === 'smtps:' || isLocalServer(smtpUrl)) return protocol === 'smtps:'
  return searchParams.get('requireTLS') !== 'false' && searchParams.get('ignoreTLS') !== 'true'
}

/** Whether the mail server is on this machine, so that emails to it cross no network. */
export function isLocalServer(smtpUrl: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(new URL(smtpUrl).hostname)
}
