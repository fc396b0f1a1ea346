/** In the browser, because the steps are known only after a request. */
const hiddenKey = 'postern.first-steps-hidden'

/** Whether the member hid the first steps, or completed them, in this browser. */
export function areStepsHidden(): boolean {
  return localStorage.getItem(hiddenKey) !== null
}

/** Hides the first steps in this browser. */
export function hideSteps(reason: 'hidden' | 'complete'): void {
  localStorage.setItem(hiddenKey, reason)
}
