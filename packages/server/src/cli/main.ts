import { Command, CommanderError } from 'commander'
import { addDataCommands } from './data.ts'
import { addKeyCommands } from './keys.ts'
import { addListenCommand } from './listen.ts'
import { addMcpCommand } from './mcp.ts'
import { addReviewKitCommand } from './review-kit.ts'
import { addRunningCommands } from './running.ts'

const usageStatus = 2
const failedStatus = 1

/**
 * Runs the `postern` command. Exit status: 0 for success, 1 for a failure or a found problem (with a
 * message on standard error), 2 for wrong usage.
 */
export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe)
  const program = createProgram()
  try {
    await program.parseAsync([...argv])
  } catch (err) {
    if (err instanceof CommanderError) {
      process.exitCode = err.exitCode === 0 ? 0 : usageStatus
      return
    }
    process.stderr.write(`postern: ${describe(err)}\n`)
    process.exitCode = failedStatus
  }
}

export function createProgram(): Command {
  const program = new Command('postern')
    .description('Run and manage a Postern installation.')
    .option('--data-dir <folder>', 'the data folder of the installation (DATA_DIR)')
    .exitOverride()
    .showHelpAfterError('(postern --help lists the commands)')
    .addHelpText('after', '\nSettings are read from the same environment variables as the service.')
  addRunningCommands(program)
  addReviewKitCommand(program)
  addKeyCommands(program)
  addDataCommands(program)
  addMcpCommand(program)
  addListenCommand(program)
  for (const command of program.commands) command.exitOverride()
  return program
}

/** `postern … | head -1` closes the pipe before the end. The command still finishes and cleans up. */
function ignoreClosedPipe(err: NodeJS.ErrnoException): void {
  if (err.code !== 'EPIPE') throw err
}

/** The message of an error; a refused database connection has it only in `errors`. */
function describe(err: unknown): string {
  if (err instanceof AggregateError && err.errors.length > 0) return describe(err.errors[0])
  const { message, code } = err as { message?: string; code?: string }
  return message || code || String(err)
}
