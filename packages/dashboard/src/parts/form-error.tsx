/** `onError` of an action whose error is shown where it happened, instead of a notification. */
export function shownInForm(): void {}
