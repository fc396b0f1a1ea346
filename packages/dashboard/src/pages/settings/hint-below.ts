/** The order of a field whose neighbor has no hint, so that both inputs are in one line. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
