import { existsSync } from "node:fs";
import { akariCommand } from "~/config/command";
import { ConfigError, processConfig, type Config } from "~/config/config.server";
import { errorMessage } from "~/errors/error-message";
import { probeEncoders } from "~/media/playback/encode/encoders.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { runChecks, type DatabaseCheck, type Finding } from "~/services/run-checks.server";
import { connectDatabase } from "~db/connect.server";
import { parseCommandLine } from "./arguments";
import { loadKeyring } from "./keyring";
import { printResult } from "./output";
import { SETTINGS_FILE } from "./run";

const USAGE = `Checks this installation and says what to do: settings, database and its rights, encoding, keys of stored secrets, jobs, backups, who may sign up, disk, clock, PUBLIC_URL, proxy headers, provider, mail, storage, video encoding.

  ${akariCommand("doctor")}

  --json   prints the result as JSON
  Exits with 1 when something has to be done.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}.`);
} else {
  const findings = await diagnose();
  const failed = findings.some(({ status }) => status === "problem");
  const marks = { ok: "ok     ", note: "note   ", problem: "PROBLEM" };
  const text = findings
    .map(({ check, status, message }) => `${marks[status]}  ${check.padEnd(10)}  ${message}`)
    .join("\n");
  printResult(values.json, { ok: !failed, findings }, text);
  process.exitCode = failed ? 1 : 0;
}

async function diagnose(): Promise<Finding[]> {
  let config: Config;
  try {
    if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE);
    config = processConfig();
  } catch (error) {
    const message = error instanceof ConfigError ? error.message : errorMessage(error);
    return [{ check: "settings", status: "problem", message }];
  }
  const { ffmpegPath, searchPath, hardwareEncoding } = config.media;
  return runChecks({
    config,
    keyring: () => loadKeyring(config),
    encoders: () =>
      probeEncoders({
        findBinary: () => findFfmpeg(ffmpegPath, searchPath),
        allowsHardware: hardwareEncoding,
      }),
    withDatabase: (check) => withDatabase(config, check),
  });
}

async function withDatabase<Found>(config: Config, check: DatabaseCheck<Found>): Promise<Found> {
  const database = await connectDatabase(config, {
    poolSize: 1,
    applicationName: "akari-doctor",
    log: () => undefined,
  });
  try {
    return await check(database);
  } finally {
    await database.close();
  }
}
