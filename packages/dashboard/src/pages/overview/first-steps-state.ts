const hiddenKey = 'postern.first-steps-hidden'

/** Whether the member hid the first steps, or completed them, in this browser. */
export function areStepsHidden(): boolean {
  return localStorage.getItem(hiddenKey) !== null
}

export function hideSteps(reason: 'hidden' | 'complete'): void {
  localStorage.setItem(hiddenKey, reason)
}
