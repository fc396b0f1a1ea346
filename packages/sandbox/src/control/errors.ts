/** A request to the control API that cannot be done; the message is for the person who wrote it. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
