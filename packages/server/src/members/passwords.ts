import { invalidField } from '../base/errors.ts'
import { hashPassword } from '../base/password.ts'

/** The stored form of a new password; 400 when it is the e-mail or a part of it. */
export async function acceptPassword(password: string, email: string | null): Promise<string> {
  const given = password.trim().toLowerCase()
  const mailbox = email?.split('@')[0]
  if (email && (given === email || given === mailbox)) {
    throw invalidField('password', 'It must not be the e-mail.', 'same_as_email')
  }
  return await hashPassword(password)
}
