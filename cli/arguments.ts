import { parseArgs, type ParseArgsConfig } from "node:util";
import { errorMessage } from "~/errors/error-message";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** `parseArgs` takes a value that begins with a dash only from `--name=-12`. */
function joinNegativeNumbers(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const name = joined.at(-1)?.replace(/^--/, "") ?? "";
    if (/^-\d/.test(arg) && joined.at(-1) === `--${name}` && options[name]?.type === "string")
      joined.splice(-1, 1, `--${name}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

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
        args: joinNegativeNumbers(process.argv.slice(2), options),
        allowPositionals: true,
        options: {
          ...options,
          help: { type: "boolean", short: "h" },
          // The command's database reads it.
          verbose: { type: "boolean" },
        },
      });
    } catch (error) {
      return fail(errorMessage(error));
    }
  };
  return { ...read(), fail };
}
