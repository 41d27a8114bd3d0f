import { statfsSync, accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { akariCommand } from "~/config/command";
import { createDataFolder, describeOpenFolder } from "~/config/data-folder";
import { versionText } from "~/config/version";
import { projectRoot } from "~/config/project-root";
import { processLookalikes, type Config } from "~/config/config.server";
import { siteUrl } from "~/config/site-url";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";
import { identityIssuer } from "~/config/oauth";
import { countStranded } from "~/features/accounts/passkeys/manage-passkeys.server";
import { findRelyingParty } from "~/features/accounts/passkeys/relying-party";
import { countPasswordOnly, type WaysIn } from "~/features/accounts/passkeys/ways-in.server";
import { hasOwner } from "~/features/accounts/roles/ownership.server";
import { MIN_FREE_BYTES } from "~/features/site/site-health.server";
import { createSiteSettings } from "~/features/site/site-settings.server";
import { listJobs, needsAttention, type JobStatus } from "~/jobs/job-status.server";
import { lastBackupAt, MAX_BACKUP_AGE_MS } from "~/jobs/last-backup.server";
import type { EncoderReport } from "~/media/playback/encode/encoders.server";
import { maxHeight } from "~/media/playback/encode/h264-renditions";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { type ServiceResponse } from "~/outbound/service-fetch";
import { createMailer } from "~/providers/mail/mailer.server";
import type { Keyring } from "~/secrets/keyring.server";
import { countSealed } from "~/secrets/reseal.server";
import { checkDatabase } from "~db/check-database.server";
import type { DatabaseClient } from "~db/client.server";
import { describeBehind, describeNewer, readSchemaState } from "~db/schema-state.server";
import { checkProviders, MAX_CLOCK_DIFFERENCE_MS } from "./check-providers.server";

export type CheckName = "version" | "settings" | keyof typeof CHECKS;

export interface Finding {
  check: CheckName;
  status: "ok" | "note" | "problem";
  /** What was found and, unless it is fine, what to do. */
  message: string;
}

export type Outcome = Pick<Finding, "message"> & Partial<Pick<Finding, "status">>;

const TIMEOUT_MS = 5_000;
const fetchOperator = createOperatorFetch({ timeoutMs: TIMEOUT_MS, maxBytes: 1024 * 1024 });

export type DatabaseCheck<Found> = (database: Pick<DatabaseClient, "db" | "sql">) => Promise<Found>;

/** The settings, and what the command and the site get in ways of their own. */
interface Checked {
  config: Config;
  keyring: () => Keyring;
  encoders: () => Promise<EncoderReport>;
  withDatabase: <Found>(check: DatabaseCheck<Found>) => Promise<Found>;
}

/** What an owner easily forgets, which a start and the Health page say unasked. */
const PRECAUTIONS = {
  backup: checkBackup,
  signUps: checkSignUps,
  passkeys: checkPasskeys,
  passwords: checkPasswords,
};

const CHECKS = {
  disk: checkDisk,
  database: checkPostgres,
  secrets: checkSecrets,
  jobs: checkJobs,
  ...PRECAUTIONS,
  site: checkSite,
  proxy: checkProxy,
  provider: checkProviders,
  mail: checkMail,
  storage: checkStorageFolder,
  encoding: checkEncoding,
} satisfies Record<string, (checked: Checked) => Outcome | Promise<Outcome>>;

function checkSettings(): Outcome {
  const lookalikes = processLookalikes();
  return lookalikes.length === 0
    ? { message: "All settings are valid." }
    : { status: "note", message: lookalikes.join(" ") };
}

/** Checks this installation. A failing check does not stop the others. */
export async function runChecks(checked: Checked): Promise<Finding[]> {
  return [
    { check: "version", status: "ok", message: `Akari ${versionText()}, Node ${process.version}.` },
    { check: "settings", status: "ok", ...checkSettings() },
    ...(await runEach(CHECKS, checked)),
  ];
}

type PrecautionsChecked = Pick<Checked, "config" | "withDatabase">;

/** Findings about backups and who may sign up, unless both are in order. */
export async function findOversights(checked: PrecautionsChecked): Promise<Finding[]> {
  const findings = await runEach(PRECAUTIONS, checked);
  return findings.filter(({ status }) => status !== "ok");
}

async function runEach<Given>(
  checks: Readonly<Record<string, (checked: Given) => Outcome | Promise<Outcome>>>,
  checked: Given,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, run] of Object.entries(checks)) {
    const check = name as CheckName;
    try {
      findings.push({ check, status: "ok", ...(await run(checked)) });
    } catch (error) {
      findings.push({ check, status: "problem", message: rootErrorMessage(error) });
    }
  }
  return findings;
}

function checkDisk({ config: { dataDir } }: Checked): Outcome {
  createDataFolder(dataDir);
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB are free in ${dataDir}`;
  if (free < MIN_FREE_BYTES)
    return {
      status: "problem",
      message: `${text}: free some, or move DATA_DIR to a larger disk.`,
    };
  const open = describeOpenFolder(dataDir);
  return open === null ? { message: `${text}.` } : { status: "note", message: `${text}. ${open}` };
}

function checkSecrets({ withDatabase, keyring }: Checked): Promise<Outcome> {
  return withDatabase(async ({ db }) => {
    const values = await countSealed(db, keyring());
    return { message: `There are keys for all ${values} stored secrets.` };
  });
}

function checkPostgres({ config, withDatabase }: Checked): Promise<Outcome> {
  return withDatabase(async (database) => {
    await checkDatabase(database.sql);
    const [row] = await database.sql<{ version: string; now: number; migrated: boolean }[]>`
      SELECT current_setting('server_version') AS version, extract(epoch FROM now())::float8 * 1000 AS now,
        to_regclass('public.users') IS NOT NULL AS migrated`;
    const skewMs = Math.abs((row?.now ?? 0) - Date.now());
    if (skewMs > MAX_CLOCK_DIFFERENCE_MS)
      return {
        status: "problem",
        message: `The database's clock and this machine's differ by ${Math.round(skewMs / 1000)} s: set both by NTP.`,
      };
    const place = config.database.remote === null ? "embedded" : "DATABASE_URL";
    const text = `PostgreSQL ${row?.version ?? ""} (${place}), UTF8, with the rights it needs; the clocks agree.`;
    if (row?.migrated !== true)
      return { status: "note", message: `${text} Starting Akari migrates it.` };
    const schema = await readSchemaState(database.sql, join(projectRoot(), "db/migrations"));
    if (schema.kind === "behind") return { status: "note", message: describeBehind(schema) };
    if (schema.kind === "newer") return { status: "note", message: describeNewer(schema) };
    if (schema.kind === "incompatible")
      return { status: "problem", message: describeNewer(schema) };
    if (await hasOwner(database.db).catch(() => true)) return { message: text };
    return {
      status: "note",
      message: `${text} The site has no owner: ${akariCommand("owner")} prints a link.`,
    };
  });
}

/** The jobs; none in a database that Akari has not set up yet. */
async function listKnownJobs({ db, sql }: Pick<DatabaseClient, "db" | "sql">) {
  const [row] = await sql<{ migrated: boolean }[]>`
    SELECT to_regclass('public.job_runs') IS NOT NULL AS migrated`;
  return row?.migrated === true ? listJobs(db) : [];
}

function checkJobs({ withDatabase }: Checked): Promise<Outcome> {
  return withDatabase(async (database) => {
    const jobs = await listKnownJobs(database);
    if (!jobs.some(({ scheduledAt }) => scheduledAt !== null))
      return {
        status: "note",
        message: "None is planned yet: Akari plans them when it starts with JOBS=on.",
      };
    const notes = jobs.filter(needsAttention).map(describeJob);
    if (notes.length > 0)
      return { status: "problem", message: `${notes.join(" ")} /admin/jobs has the details.` };
    const enabled = jobs.filter((job) => job.enabled).map(({ name }) => name);
    return { message: `No job is late or fails again and again (on: ${enabled.join(", ")}).` };
  });
}

function checkBackup({ config, withDatabase }: PrecautionsChecked): Promise<Outcome> {
  return withDatabase(async (database) => {
    const jobs = await listKnownJobs(database);
    const at = await lastBackupAt(jobs, config.dataDir);
    const isOn = jobs.some(({ name, enabled }) => name === "backup" && enabled);
    const advice = `${isOn ? '"Backup" is on at /admin/jobs, which says when it runs' : 'turn on "Backup" at /admin/jobs'}; ${akariCommand("backup")} makes one now.`;
    if (at === null) return { status: "note", message: `No backup yet: ${advice}` };
    const age = Date.now() - at.getTime();
    const made = `The last backup was made at ${at.toISOString()}`;
    return age > MAX_BACKUP_AGE_MS
      ? { status: "problem", message: `${made}, more than three days ago: ${advice}` }
      : { message: `${made}.` };
  });
}

function checkSignUps({ config, withDatabase }: PrecautionsChecked): Promise<Outcome> {
  return withDatabase(async ({ db, sql }) => {
    const [row] = await sql<{ migrated: boolean }[]>`
      SELECT to_regclass('public.site_settings') IS NOT NULL AS migrated`;
    const store = createSiteSettings(db, config);
    const stored = row?.migrated === true ? (await store.readStored()).signUps : null;
    const mode = stored ?? config.signUps;
    if (mode === "closed") return { message: "Sign-ups are closed." };
    if (mode === "invite") return { message: "People sign up with an invitation." };
    const url = siteUrl(config.server);
    if (url.protocol !== "https:") return { message: "Anyone can sign up." };
    const advice =
      stored === null
        ? "set SIGNUPS to invite or closed, or choose it at /admin/settings"
        : "choose otherwise at /admin/settings, whose choice comes before SIGNUPS";
    return {
      status: "note",
      message: `Anyone can sign up at ${url.href}. Unless you want that, ${advice}.`,
    };
  });
}

/** What passkeys were made for is fixed: another `PUBLIC_URL` loses them. */
function checkPasskeys({ config, withDatabase }: PrecautionsChecked): Promise<Outcome> {
  return withDatabase(async ({ db, sql }) => {
    const [row] = await sql<{ migrated: boolean }[]>`
      SELECT to_regclass('public.passkeys') IS NOT NULL AS migrated`;
    if (row?.migrated !== true) return { message: "There are no passkeys." };
    const waysIn = waysInOf(config);
    const id = waysIn.relyingPartyId;
    const { hosts, users, lockedOut } = await countStranded(db, waysIn);
    if (users === 0)
      return {
        message: id === null ? "This address has no passkeys." : `Passkeys are made for ${id}.`,
      };
    const place = id === null ? "not at this PUBLIC_URL" : `not at ${id}`;
    const locked = `${lockedOut} of them ${lockedOut === 1 ? "has" : "have"}`;
    const text = `${countUsers(users)} passkeys that work at ${hosts.join(", ")}, ${place}; ${locked} no other way to sign in.`;
    const rescue = config.passwords
      ? `make reset links (${akariCommand("people reset")})`
      : "PASSWORDS=on";
    return {
      status: lockedOut > 0 ? "problem" : "note",
      message: `${text} Set PUBLIC_URL back, or ${lockedOut > 0 ? rescue : "let them add new ones"}.`,
    };
  });
}

function waysInOf({ server, passwords, oauthClients }: Config): WaysIn {
  const local = server.publicUrl === null ? "http://localhost" : server.publicUrl.origin;
  const party = findRelyingParty(server.publicUrl, local);
  const relyingPartyId = typeof party === "string" ? null : party.id;
  return { passwords, issuers: oauthClients.map(identityIssuer), relyingPartyId };
}

/** Whoever has a password only cannot sign in without passwords. */
async function checkPasswords({ config, withDatabase }: PrecautionsChecked): Promise<Outcome> {
  if (config.passwords) return { message: "Users may sign in with a password." };
  return withDatabase(async ({ db, sql }) => {
    const [row] = await sql<{ migrated: boolean }[]>`
      SELECT to_regclass('public.passkeys') IS NOT NULL AS migrated`;
    const users = row?.migrated === true ? await countPasswordOnly(db, waysInOf(config)) : 0;
    if (users === 0) return { message: "PASSWORDS is off, and all accounts have another way in." };
    return {
      status: "problem",
      message: `PASSWORDS is off, and ${countUsers(users)} nothing but a password: a provider with the same verified address signs them in. Set PASSWORDS=on to let them connect one or add a passkey first.`,
    };
  });
}

function countUsers(users: number): string {
  return users === 1 ? "1 user has" : `${users} users have`;
}

function describeJob({ name, isLate, nextRunAt, failures, failingSince, error }: JobStatus) {
  return isLate
    ? `${name} was due at ${nextRunAt?.toISOString() ?? ""}, but no process ran it: start the site with JOBS=on.`
    : `${name} has failed ${failures} times in a row since ${failingSince?.toISOString() ?? ""}: ${error ?? ""}`;
}

async function checkSite({ config: { server } }: Checked): Promise<Outcome> {
  const url = siteUrl(server);
  const isPublic = server.publicUrl !== null;
  let response: ServiceResponse;
  try {
    response = await fetchOperator(new URL("/healthz", url));
  } catch (error) {
    return {
      status: isPublic ? "problem" : "note",
      message: isPublic
        ? `${url.href} (PUBLIC_URL) cannot be reached from here: ${rootErrorMessage(error)}. Check DNS, the proxy and that the app runs.`
        : `Nothing listens at ${url.href}. That is fine while the app is stopped.`,
    };
  }
  if (response.status !== 200 || !response.headers.has("x-request-id"))
    return {
      status: "problem",
      message: `${url.href} responds, but not as Akari (status ${response.status}): point PUBLIC_URL and the proxy at this app.`,
    };
  const skewMs = Math.abs(Date.parse(response.headers.get("date") ?? "") - Date.now());
  if (skewMs > MAX_CLOCK_DIFFERENCE_MS)
    return {
      status: "problem",
      message: "The server's clock differs from this machine's: set it by NTP.",
    };
  if (!isPublic)
    return {
      status: "note",
      message: `Akari runs at ${url.href}. Set PUBLIC_URL once others use it.`,
    };
  return url.protocol === "https:"
    ? { message: `Akari responds at ${url.href}.` }
    : {
        status: "note",
        message: `Akari responds at ${url.href}, without TLS: cookies are not Secure.`,
      };
}

function checkProxy({ config: { server } }: Checked): Outcome {
  const { publicUrl, trustedProxies, host } = server;
  if (trustedProxies.length > 0)
    return { message: `X-Forwarded-For and Forwarded count from ${trustedProxies.join(", ")}.` };
  if (publicUrl?.protocol === "https:")
    return {
      status: "problem",
      message:
        "PUBLIC_URL is https, so a proxy is in front, but TRUSTED_PROXIES is empty: all clients share its address in rate limits. Set TRUSTED_PROXIES to the proxy's address.",
    };
  return {
    message: `No proxy is trusted; the app listens on ${host}.`,
  };
}

async function checkMail({ config: { mail } }: Checked): Promise<Outcome> {
  if (mail === null)
    return { message: "No mail is sent (SMTP_URL is unset); owners make reset links in /admin." };
  const mailer = createMailer(mail);
  try {
    await mailer.verify();
    return { message: `The mail server accepts connections; mails come from ${mail.from}.` };
  } catch (error) {
    return {
      status: "problem",
      message: `The server of SMTP_URL cannot be used: ${errorMessage(error)}`,
    };
  } finally {
    await mailer.close();
  }
}

async function checkEncoding({ config, encoders }: Checked): Promise<Outcome> {
  const { ffmpegPath } = config.media;
  const report = await encoders();
  const why = report.hardware
    .flatMap(({ name, reason }) => (reason === null ? [] : [`${name}: ${reason}`]))
    .join("; ");
  if (report.ffmpeg === null)
    return ffmpegPath === null
      ? { message: "There is no ffmpeg, so video that a browser cannot decode does not play." }
      : { status: "problem", message: `FFMPEG_PATH is no program: ${ffmpegPath}.` };
  if (report.encoder === null)
    return {
      status: "problem",
      message: `${report.ffmpeg} cannot encode H.264: install one with libx264. ${why}.`,
    };
  const name = report.encoder === "h264" ? "libx264 (software)" : `h264_${report.encoder}`;
  const speed =
    report.pixelsPerSecond === null
      ? "at an unknown speed"
      : describeSpeed(maxHeight(report.pixelsPerSecond));
  return { message: `${report.ffmpeg} encodes with ${name} ${speed}. Not used: ${why}.` };
}

function describeSpeed(height: number | null): string {
  return height === null
    ? "more slowly than 480p plays: video that browsers cannot decode will stall"
    : `up to ${height}p in real time`;
}

async function checkStorageFolder({ config: { storage, dataDir } }: Checked): Promise<Outcome> {
  const folder = join(dataDir, "uploads");
  if (storage.kind === "disk") {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK);
    return { message: `Uploads are stored in ${folder}.` };
  }
  const url = storage.kind === "s3" ? storage.endpoint : storage.apiUrl;
  const { status } = await fetchOperator(url);
  return status >= 500
    ? { status: "problem", message: `The storage at ${url.href} responds with ${status}.` }
    : { message: `The storage at ${url.href} can be reached.` };
}
