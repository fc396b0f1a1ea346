import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A change that a button begins. The button is only grey once the page is drawn anew: two presses
 * within that time are one. `pressOf` tells apart what may be under way at once, by its input.
 */
export function usePress<Input, T>(
  options: Pick<UseMutationOptions<T, Error, Input>, 'mutationFn' | 'onSuccess' | 'onError'>,
  pressOf: (input: Input) => string = wordOf,
): UseMutationResult<T, Error, Input> {
  const underWay = useRef(new Set<string>()).current
  const mutation = useMutation({
    ...options,
    onSettled: (_answer, _err, input) => {
      underWay.delete(pressOf(input))
    },
  })
  const mutate: typeof mutation.mutate = (...given) => {
    const press = pressOf(given[0] as Input)
    if (underWay.has(press)) return
    underWay.add(press)
    mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}

function wordOf(input: unknown): string {
  return JSON.stringify(input) ?? ''
}
