/** An error of the Threads or Instagram code exchange, which has no Graph envelope (threads.md §1.4). */
export class OAuthError extends Error {
  readonly status: number
  readonly errorCode: number | null

  constructor(message: string, status = 400, errorCode: number | null = null) {
    super(message)
    this.status = status
    this.errorCode = errorCode
  }

  body() {
    return {
      error_type: 'OAuthException',
      code: this.status,
      error_message: this.message,
      ...(this.errorCode === null ? {} : { error_code: this.errorCode }),
    }
  }
}
