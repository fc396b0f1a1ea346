import { Button, type ButtonProps, Group, Stack } from '@mantine/core'
import { type GetInputPropsReturnType, useForm as useFormState } from '@mantine/form'
import { type Client, PosternError } from '@postern/sdk'
import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type ActionOptions, useAction } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorNotice, fieldError } from './error-notice.tsx'
import { commonMessages } from './messages.ts'

/** What is wrong with the values, by field. */
type FieldErrors<Values> = { [Field in keyof Values]?: string | false | null | undefined }

type Options<Values, T> = Pick<
  ActionOptions<Values, T>,
  'topics' | 'successMessage' | 'onSuccess'
> & {
  /** The fields have the names of the API, so that they show its errors. */
  initialValues: Values
  /** What is wrong before anything is sent. */
  check?: (values: Values) => FieldErrors<Values>
  send: (values: Values, client: Client) => Promise<T>
  /** Returns the form's own words for a failure, by field; `{}` if they are elsewhere. */
  onError?: (error: Error) => FieldErrors<Values> | false | null
}

/** The state of a form that sends its values to the API, one request at a time. */
export function useForm<Values extends object, T>(options: Options<Values, T>) {
  const { initialValues, check, send, onError, ...rest } = options
  const ref = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<FormState['failure']>(null)
  const [refusedCount, setRefusedCount] = useState(0)
  const refuse = () => setRefusedCount((count) => count + 1)
  const state = useFormState<Values>({ initialValues, ...(check && { validate: check }) })
  const action = useAction<Values, T>((client, values) => send(values, client), {
    ...rest,
    isExclusive: true,
    onError: (error) => {
      const own = onError?.(error)
      const names = Object.keys(initialValues)
      const byField = names.map((name) => [name, fieldError(error, name)] as const)
      state.setErrors(own || Object.fromEntries(byField))
      const isInField = byField.some(([, message]) => message) && isOnlyAbout(error, names)
      setFailure({ error, isInField: Boolean(own) || isInField })
      refuse()
    },
  })
  useEffect(() => {
    if (refusedCount > 0) focusInvalid(ref.current)
  }, [refusedCount])
  return {
    ref,
    failure,
    isPending: action.isPending,
    wasRefused: refusedCount > 0,
    submit: state.onSubmit((values) => {
      setFailure(null)
      action.mutate(values)
    }, refuse),
    values: state.values,
    errors: state.errors as FieldErrors<Values>,
    reset: state.reset,
    /** Changes values; the errors of these fields are gone. */
    set: (changes: Partial<Values>) => {
      for (const [name, value] of Object.entries(changes)) state.setFieldValue(name, value as never)
    },
    /** The properties of an input. */
    field: <Field extends keyof Values & string>(name: Field) =>
      state.getInputProps(name, { withFocus: false }) as Input<Values[Field]>,
  }
}

type Input<Value> = Pick<GetInputPropsReturnType, 'onChange'> & { value: Value; error: ReactNode }

export type FormState = {
  ref: RefObject<HTMLFormElement | null>
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
  isPending: boolean
  /** Why the last request failed, and whether the form says so itself. */
  failure: { error: Error; isInField: boolean } | null
}

/** Whether the API complains about nothing but these fields. */
function isOnlyAbout(error: Error, names: string[]): boolean {
  const details = error instanceof PosternError ? error.details : []
  return details.every(({ path }) => names.includes(path.split('.')[0]!))
}

/** Focuses the first field that shows an error. */
function focusInvalid(form: HTMLFormElement | null): void {
  const wrong = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
  const first = [...wrong].find((each) => each.checkVisibility())
  first?.focus()
  const field = first?.closest('.mantine-InputWrapper-root')
  // With its message, which the buttons of a dialog could cover.
  field?.scrollIntoView({ block: field.clientHeight < innerHeight / 2 ? 'center' : 'start' })
}

type FormProps = {
  form: FormState
  children: ReactNode
  /** Label of the button that sends the form; without one, `children` or `buttons` have it. */
  action?: string
  button?: Pick<ButtonProps, 'color' | 'variant'>
  isDisabled?: boolean
  /** Of a form in a dialog. */
  onCancel?: () => void
  buttons?: ReactNode
}

/** Fields, then what no field says about a failure, then the buttons. */
export function Form(props: FormProps) {
  const { form, children, action, button, isDisabled = false, onCancel, buttons } = props
  const t = useMessages(commonMessages)
  const { ref, submit, isPending, failure } = form
  return (
    <form ref={ref} onSubmit={submit} noValidate>
      <Stack>
        {children}
        {failure && !failure.isInField && <ErrorNotice error={failure.error} />}
        {buttons}
        {action && (
          <Group className={onCancel && 'dialog-buttons'} justify="flex-end">
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {t('cancel')}
              </Button>
            )}
            <Button type="submit" {...button} loading={isPending} disabled={isDisabled}>
              {action}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
