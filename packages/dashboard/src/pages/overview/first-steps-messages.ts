import type en from '../../messages/en/first-steps.json'
import { defineMessages } from '../../messages/messages.ts'

/** Apart from the overview's own, because most members never load the first steps. */
export const firstStepsMessages = defineMessages<typeof en>(
  import.meta.glob('../../messages/*/first-steps.json', { eager: true, import: 'default' }),
)
