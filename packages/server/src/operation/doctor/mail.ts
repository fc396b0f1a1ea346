import { createTransport } from 'nodemailer'
import type { Config } from '../../core/config.ts'
import { isLocalServer, requiresTls } from '../../outbound/mail.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const connectMsMax = 8_000

/** Checks the mail server by connecting and signing in; sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, ownerEmail }: Config): Promise<Finding> {
  const check = 'mail'
  if (!smtpUrl) {
    const advice = 'Set SMTP_URL to hear of endpoints that fail; until then letters are log lines.'
    return warning(check, 'SMTP_URL is not set: no letter is sent', advice)
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
      `the mail server does not take us: ${reasonOf(err)}`,
      'Check host, port, user and password in SMTP_URL (smtps:// for port 465, smtp:// for 587).',
    )
  } finally {
    transport.close()
  }
  if (!requiresTls(smtpUrl) && !isLocalServer(smtpUrl)) {
    const text = 'the mail server takes us, but emails may be sent without encryption'
    return warning(check, text, 'Remove requireTLS=false and ignoreTLS=true from SMTP_URL.')
  }
  if (mailFrom.includes('@localhost')) {
    const advice = 'Set MAIL_FROM to an address of yours, or letters land in the spam folder.'
    return warning(check, `the mail server takes us, but letters come from ${mailFrom}`, advice)
  }
  return ok(
    check,
    `the mail server takes us${ownerEmail ? '' : ' (no OWNER_EMAIL was given at the start)'}`,
  )
}

function withoutTls(err: unknown): Finding {
  return problem(
    'mail',
    `the mail server offers no encryption, so no email is sent: ${reasonOf(err)}`,
    'Use smtps:// or a server with STARTTLS. In a network that you trust, add ?requireTLS=false to SMTP_URL.',
  )
}
