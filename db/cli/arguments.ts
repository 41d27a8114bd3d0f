import { parseArgs, type ParseArgsConfig } from "node:util";
import { messageOf } from "~/errors/message-of";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * What a command was given, by its options and with `--help` besides. `fail` says on stderr what is wrong, shows how the command is used
 * and ends the process with 1; words that no option explains end it so, too.
 */
export function commandLine<const O extends Options>(usage: string, options: O) {
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
      return fail(messageOf(error));
    }
  };
  return { ...read(), fail };
}
