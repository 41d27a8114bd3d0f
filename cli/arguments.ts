import { parseArgs, type ParseArgsConfig } from "node:util";
import { errorMessage } from "~/errors/error-message";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Unknown arguments call `fail`, which prints the message and the usage on stderr and exits with 1.
 */
export function parseCommandLine<const O extends Options>(usage: string, options: O) {
  const fail = (message: string): never => {
    process.stderr.write(`${message}\n\n${usage}`);
    process.exit(1);
  };
  const read = () => {
    try {
      return parseArgs({
        allowPositionals: true,
        options: { ...options, help: { type: "boolean", short: "h" } },
      });
    } catch (error) {
      return fail(errorMessage(error));
    }
  };
  return { ...read(), fail };
}
