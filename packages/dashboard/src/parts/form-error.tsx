import { ErrorNotice, fieldError } from './error-notice.tsx'

type Props = {
  error: Error | null
  /** The fields that show their own failures. */
  fields: readonly string[]
}

/** The failure of a form, unless one of its fields shows it already. */
export function FormError({ error, fields }: Props) {
  if (!error || fields.some((field) => fieldError(error, field))) return null
  return <ErrorNotice error={error} />
}

/** For `onError` of an action whose form shows the failure by itself. */
export function shownInForm(): void {}
