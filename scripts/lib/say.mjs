import process from "node:process";

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

const dim = (text) => paint(2, text);
const green = (text) => paint(32, text);
const red = (text) => paint(31, text);

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Prints its message on stderr and exits with 1. */
export class Stop extends Error {}

/** Milliseconds between two lines of progress where the output is no terminal. */
const LINE_EVERY_MS = 15_000;

/**
 * `work` gets a function that shows progress: on terminals at once, elsewhere as a line now and
 * then.
 */
export async function step(title, work, { lineEveryMs = LINE_EVERY_MS } = {}) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  let detail = "";
  const live = process.stdout.isTTY;
  const draw = () =>
    live &&
    process.stdout.write(
      `\r\u001b[K… ${title} ${dim(`${seconds()} ${detail}`.slice(0, Math.max(0, (process.stdout.columns || 80) - title.length - 4)))}`,
    );
  if (!live) say(`… ${title}`);
  draw();
  const print = () => detail !== "" && say(dim(`  ${seconds()} ${detail}`));
  const timer = live ? setInterval(draw, 250) : setInterval(print, lineEveryMs);
  try {
    const result = await work((text) => void (detail = text.trim()));
    if (live) process.stdout.write("\r\u001b[K");
    say(`${green("✓")} ${title} ${dim(`(${seconds()})`)}`);
    return result;
  } catch (error) {
    if (live) process.stdout.write("\r\u001b[K");
    say(`${red("✗")} ${title} ${dim(`(${seconds()})`)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** A `Stop` prints its message; other errors keep their stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? error.message : (error?.stack ?? error)}\n`);
    process.exit(1);
  }
}
