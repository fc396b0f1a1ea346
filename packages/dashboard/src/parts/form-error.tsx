import { ErrorNotice, fieldError } from './error-notice.tsx'

type Props = {
  error: Error | null
  /** Fields that show their own errors. */
  fields: readonly string[]
}

/** Error of a form, unless one of its fields already shows it. */
export function FormError({ error, fields }: Props) {
  if (!error || fields.some((field) => fieldError(error, field))) return null
  return <ErrorNotice error={error} />
}

/** `onError` of an action whose form displays the error. */
export function shownInForm(): void {}
