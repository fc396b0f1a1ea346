import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that ignores a second call while one with the same key is pending. A double click is
 * faster than the render that disables the button. By default the key is the input.
 */
export function useSubmitOnce<Input, T>(
  options: Pick<UseMutationOptions<T, Error, Input>, 'mutationFn' | 'onSuccess' | 'onError'>,
  keyOf: (input: Input) => string = jsonKey,
): UseMutationResult<T, Error, Input> {
  const pending = useRef(new Set<string>()).current
  const mutation = useMutation({
    ...options,
    onSettled: (_answer, _err, input) => {
      pending.delete(keyOf(input))
    },
  })
  const mutate: typeof mutation.mutate = (...given) => {
    const press = keyOf(given[0] as Input)
    if (pending.has(press)) return
    pending.add(press)
    mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}

function jsonKey(input: unknown): string {
  return JSON.stringify(input) ?? ''
}
