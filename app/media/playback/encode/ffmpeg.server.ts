import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Encoding runs below the site's own work, and below everything when no viewer waits for it. */
const NICENESS = 10;
const BACKGROUND_NICENESS = 19;
const MAX_MESSAGE_CHARACTERS = 16_000;

/** Finds the configured ffmpeg, or else the one in the folders of PATH; null if there is none. */
export async function findFfmpeg(
  configured: string | null,
  searchPath: string,
): Promise<string | null> {
  const candidates =
    configured === null
      ? searchPath
          .split(delimiter)
          .filter((folder) => isAbsolute(folder))
          .map((folder) => join(folder, process.platform === "win32" ? "ffmpeg.exe" : "ffmpeg"))
      : [configured];
  for (const candidate of candidates)
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  return null;
}

interface RunOptions {
  args: readonly string[];
  signal: AbortSignal;
  maxBytes: number;
  /** What it reads from its standard input. */
  input?: Buffer;
  maxMessageCharacters?: number;
  isBackground?: boolean;
}

interface FfmpegResult {
  /** The exit code, or null when it was killed. */
  code: number | null;
  stdout: Buffer;
  /** The start of stderr, with errors only unless the arguments set another `-loglevel`. */
  messages: string;
}

/** Runs at low priority and returns stdout. Rejects on failure and abort. */
export async function runFfmpeg(binary: string, options: RunOptions): Promise<Buffer> {
  const { code, stdout, messages } = await tryFfmpeg(binary, options);
  if (code === 0) return stdout;
  throw new Error(`ffmpeg ended with ${code ?? "a signal"}: ${messages.slice(0, 500)}`);
}

/** Runs ffmpeg as `runFfmpeg` does, but rejects only when it cannot start and on abort. */
export function tryFfmpeg(
  binary: string,
  {
    args,
    signal,
    maxBytes,
    input,
    maxMessageCharacters = MAX_MESSAGE_CHARACTERS,
    isBackground = false,
  }: RunOptions,
): Promise<FfmpegResult> {
  return new Promise((resolve, reject) => {
    const isUnix = process.platform !== "win32";
    const niceness = isBackground ? BACKGROUND_NICENESS : NICENESS;
    const common = [
      "-hide_banner",
      "-loglevel",
      "error",
      "-nostdin",
      "-protocol_whitelist",
      "file,pipe",
    ];
    const [command, prefix] = isUnix ? ["nice", ["-n", String(niceness), binary]] : [binary, []];
    const child = spawn(command, [...prefix, ...common, ...args], {
      env: {},
      signal,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let messages = "";
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (messages.length < maxMessageCharacters) messages += chunk.toString("utf8");
    });
    // It may end before it has read all, for a reason that its messages say.
    child.stdin.on("error", () => undefined).end(input);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout: Buffer.concat(chunks), messages }));
  });
}
