import { createTransport } from 'nodemailer'
import type { Config } from '../../core/config.ts'
import { isLocalServer, requiresTls } from '../../outbound/mail.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const connectMsMax = 8_000

/** Checks the mail server by connecting and signing in; sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, ownerEmail }: Config): Promise<Finding> {
  const check = 'mail'
  if (!smtpUrl) {
    const advice =
      'Set SMTP_URL to get emails about failing endpoints. Until then they are only logged.'
    return warning(check, 'SMTP_URL is not set, so no emails are sent', advice)
  }
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: requiresTls(smtpUrl),
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: connectMsMax,
  } as never)
  try {
    await transport.verify()
  } catch (err) {
    if ((err as { code?: string }).code === 'ETLS') return withoutTls(err)
    return problem(
      check,
      `the mail server rejects the connection: ${reasonOf(err)}`,
      'Check host, port, user and password in SMTP_URL (smtps:// for port 465, smtp:// for 587).',
    )
  } finally {
    transport.close()
  }
  if (!requiresTls(smtpUrl) && !isLocalServer(smtpUrl)) {
    const text = 'the mail server accepts the connection, but emails may be sent without encryption'
    return warning(check, text, 'Remove requireTLS=false and ignoreTLS=true from SMTP_URL.')
  }
  if (mailFrom.includes('@localhost')) {
    const advice = 'Set MAIL_FROM to an address of yours. Otherwise emails land in the spam folder.'
    return warning(
      check,
      `the mail server accepts the connection, but emails are sent from ${mailFrom}`,
      advice,
    )
  }
  return ok(
    check,
    `the mail server accepts the connection${ownerEmail ? '' : ' (OWNER_EMAIL is not set)'}`,
  )
}

function withoutTls(err: unknown): Finding {
  return problem(
    'mail',
    `the mail server offers no encryption, so no email is sent: ${reasonOf(err)}`,
    'Use smtps:// or a server with STARTTLS. In a network you trust, add ?requireTLS=false to SMTP_URL.',
  )
}
