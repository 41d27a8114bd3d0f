// @module-tag rest
import { eq } from "drizzle-orm";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { akariVersion } from "~/config/version";
import { readResetStatus } from "~/features/accounts/reset/password-reset.server";
import { readInvitation } from "~/features/accounts/invitations/invitations.server";
import { airing } from "~/jobs/definitions/airing.server";
import { readRecords, recordEnd, recordStart } from "~/jobs/job-records.server";
import { users } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { turnOnTwoFactor } from "../../support/server/two-factor";
import { createCommandRunner, explainCommands } from "../../support/server/operator-commands";

const database = await testDatabase();
const { db } = database;
const folder = mkdtempSync(join(tmpdir(), "akari-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = createCommandRunner(database.options, folder);
const akari = (...args: string[]) =>
  run("akari", args, { PUBLIC_URL: "https://akari.example.org" });
/** Skips checks that take seconds: of the encoder, and of a site that nobody reaches. */
const quickDoctor = () => run("akari", ["doctor", "--json"], { FFMPEG_PATH: "/nowhere" });

const EMAIL = "spike@akari.test";
const insertUser = async () => {
  await db.delete(users);
  const [user] = await db
    .insert(users)
    .values({ email: EMAIL, emailKey: EMAIL, userName: "Spike" })
    .returning({ id: users.id });
  await database.sql`INSERT INTO profiles (user_id, name) VALUES (${user?.id ?? ""}, 'Spike')`;
  return user?.id ?? "";
};
const roleOf = async (id: string) =>
  (await db.select({ role: users.role }).from(users).where(eq(users.id, id)))[0]?.role;

/** The commands that the help lists. */
const commands = [
  ...(await akari()).out.matchAll(/^ {2}([a-z]+)(?: ([a-z|-]+))?(?: \[\w+\])? {2,}/gm),
].flatMap(([, noun = "", verbs]) =>
  verbs === undefined ? [noun] : verbs.split("|").map((verb) => `${noun} ${verb}`),
);

const [helps = [], refusals = []] = await Promise.all(
  ["--help", "--no-such-option"].map((option) =>
    explainCommands(commands.map((command) => [...command.split(" "), option])),
  ),
);

describe("npm run akari", () => {
  it("explains its commands and their exit codes", async () => {
    for (const args of [[], ["--help"], ["help"]]) {
      const { code, out } = await akari(...args);
      expect(code).toBe(0);
      expect(out).toMatch(/people invite[\s\S]*Exit codes: 0 done, 1 failed/);
    }
    const unknown = await akari("people", "frobnicate");
    expect(unknown).toMatchObject({ code: 1, out: "" });
    expect(unknown.err).toContain('Unknown command: "people frobnicate".');
  });

  describe("with a noun alone", () => {
    const PEOPLE = ["list", "invite", "reset", "role", "second-factor"].map(
      (verb) => `people ${verb}`,
    );
    const namesOf = (text: string) =>
      text.split("\n").flatMap((line) => line.match(/^ {2}(\S+ \S+)/)?.[1] ?? []);

    it("asks which of its commands is meant", async () => {
      const { code, err } = await akari("people");
      expect(code).toBe(1);
      expect(err).toMatch(/^Which command of "people"\?\n\n/);
      expect(namesOf(err)).toEqual(PEOPLE);
    });

    it.each(["help", "--help", "-h"])("lists them with %s", async (word) => {
      const { code, out, err } = await akari("people", word);
      expect({ code, err, names: namesOf(out) }).toEqual({ code: 0, err: "", names: PEOPLE });
    });
  });

  it.each(["--version", "-v", "version"])("%s prints the version", async (word) => {
    const { code, out } = await akari(word);
    expect([code, out.trim().split(" ")[0]]).toEqual([0, akariVersion().version]);
  });

  it("has more than fifteen commands", () => expect(commands.length).toBeGreaterThan(15));

  it.each(commands)("explains %s, with --json for programs", (command) => {
    const [help, wrong] = [helps, refusals].map((results) => results[commands.indexOf(command)]);
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help?.out).toContain("--json");
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong?.err).toContain("--no-such-option");
  });

  it("passes arguments on to the commands that have npm scripts", async () => {
    const { code, out } = await akari("sources", "remove", "--list");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect((await akari("catalog", "import", "--help")).out).toContain(
      "npm run akari -- catalog import",
    );
  });

  it("makes an owner of an account, or prints a one-time link", async () => {
    const id = await insertUser();
    const made = await akari("owner", ` ${EMAIL.toUpperCase()}`, "--json");
    expect(made.code).toBe(0);
    expect(JSON.parse(made.out)).toEqual({ id, role: "owner" });
    expect(await roleOf(id)).toBe("owner");

    const unknown = await akari("owner", "nobody@akari.test");
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain("There is no such account.");

    const { link } = JSON.parse((await akari("owner", "--json")).out) as { link: string };
    const url = new URL(link);
    expect(url.origin).toBe("https://akari.example.org");
    const code = url.searchParams.get("invitation") ?? "";
    expect(await readInvitation(db, code)).toMatchObject({ role: "owner", status: "open" });
    // A new link ends the one before.
    await akari("owner");
    expect(await readInvitation(db, code)).toMatchObject({ status: "revoked" });
  });

  it("changes roles, and not the last owner's", async () => {
    const id = await insertUser();
    expect((await akari("people", "role", EMAIL, "owner")).code).toBe(0);
    const refused = await akari("people", "role", EMAIL, "member");
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("last owner");
    expect(await roleOf(id)).toBe("owner");
    expect((await akari("people", "role", EMAIL, "king")).err).toContain("member, moderator");
  });

  it("lists accounts as text and as JSON", async () => {
    const id = await insertUser();
    expect((await akari("people", "list")).out).toMatch(/spike@akari\.test +Spike +member/);
    const listed = JSON.parse((await akari("people", "list", "SPIKE", "--json")).out) as {
      total: number;
      users: { id: string }[];
    };
    expect(listed).toMatchObject({ total: 1, users: [{ id }] });
    expect((await akari("people", "list", "--role", "king")).code).toBe(1);
    expect((await akari("people", "list", "100%")).out).toContain("0 accounts");
  });

  it("prints links for invitations and new passwords", async () => {
    await insertUser();
    const invited = JSON.parse((await akari("people", "invite", "--uses", "3", "--json")).out) as {
      link: string;
      uses: number;
    };
    expect(invited.uses).toBe(3);
    const code = new URL(invited.link).searchParams.get("invitation") ?? "";
    expect(await readInvitation(db, code)).toMatchObject({ role: "member", status: "open" });
    expect((await akari("people", "invite", "--uses", "1001")).err).toContain("from 1 to 1000");

    const { link } = JSON.parse((await akari("people", "reset", EMAIL, "--json")).out) as {
      link: string;
    };
    const reset = new URL(link).searchParams.get("code") ?? "";
    expect(await readResetStatus(db, reset)).toBe("open");
    expect((await akari("people", "reset", "nobody@akari.test")).code).toBe(1);
  });

  it("turns off a second factor, whose key the doctor misses", async () => {
    const id = await insertUser();
    await database.sql`INSERT INTO preferences (user_id) VALUES (${id})`;
    await turnOnTwoFactor(database, id);
    const doctor = await quickDoctor();
    expect(doctor.out).toMatch(
      /1 stored secret does not open \(second_factors\.secret_sealed\): the key/,
    );
    const off = () => akari("people", "second-factor", "off", EMAIL, "--json");
    expect(JSON.parse((await off()).out)).toEqual({ id, second_factor: false });
    expect(await off()).toMatchObject({ code: 1, err: expect.stringMatching(/is off/) as string });
    expect((await akari("people", "second-factor", "on", EMAIL)).code).toBe(1);
    const again = await quickDoctor();
    expect(again.out).toContain("There are keys for all 0 stored secrets.");
  });
});

describe("npm run akari -- doctor", () => {
  it("names jobs that fail again and again, and those that no process runs", async () => {
    const { sql } = database;
    const findJobs = async () => {
      const { out } = await quickDoctor();
      const { findings } = JSON.parse(out) as { findings: { check: string; message: string }[] };
      return findings.find(({ check }) => check === "jobs");
    };
    expect(await findJobs()).toMatchObject({ status: "note" });

    const parts = createJobParts(database.options);
    onTestFinished(() => parts.close());
    await readRecords(db);
    const fail = async () => {
      await recordStart(db, airing);
      await recordEnd(db, "airing", { outcome: "failed", error: "Jikan is away" });
    };
    await fail();
    expect(await findJobs()).toMatchObject({ status: "ok" });
    await fail();
    expect(await findJobs()).toMatchObject({
      status: "problem",
      message: expect.stringMatching(
        /^airing has failed 2 times in a row since 2.*: Jikan is away/,
      ) as string,
    });
    await sql`UPDATE jobs SET enabled = false WHERE name = 'airing'`;
    await parts.schedule("cleanup", new Date(Date.now() - 7_210_000));
    expect(await findJobs()).toMatchObject({
      status: "problem",
      message: expect.stringMatching(
        /^cleanup was due at 2.*: start the site with JOBS=on/,
      ) as string,
    });
  });

  it("says how old the last backup is, and who may sign up on a public site", async () => {
    const { sql } = database;
    const find = async (environment: Record<string, string> = {}) => {
      const { out } = await run("akari", ["doctor", "--json"], {
        FFMPEG_PATH: "/nowhere",
        ...environment,
      });
      const { findings } = JSON.parse(out) as { findings: { check: string; message: string }[] };
      const of = (name: string) => findings.find(({ check }) => check === name);
      return { backup: of("backup"), signUps: of("signUps") };
    };
    const https = { PUBLIC_URL: "https://127.0.0.1:9" };
    expect(await find(https)).toMatchObject({
      backup: {
        status: "note",
        message: expect.stringMatching(
          /^No backup yet: turn on "Backup" at \/admin\/jobs/,
        ) as string,
      },
      signUps: {
        status: "note",
        message: expect.stringMatching(/^Anyone can sign up at https:.* set SIGNUPS to /) as string,
      },
    });
    const elsewhere = mkdtempSync(join(tmpdir(), "akari-backups-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    expect(await run("backup", ["--to", elsewhere])).toMatchObject({ code: 0 });
    await sql`INSERT INTO site_settings (key, value) VALUES ('signUps', '"open"')`;
    onTestFinished(async () => {
      await sql`DELETE FROM site_settings`;
    });
    expect(await find({ ...https, SIGNUPS: "closed" })).toMatchObject({
      backup: { status: "ok" },
      signUps: {
        status: "note",
        message: expect.stringMatching(
          /^Anyone can .* at \/admin\/settings, .* before SIGNUPS/,
        ) as string,
      },
    });
    await sql`UPDATE site_settings SET value = '"invite"'`;
    await sql`UPDATE jobs SET enabled = true, succeeded_at = now() - interval '73 hours' WHERE name = 'backup'`;
    expect(await find(https)).toMatchObject({
      backup: {
        status: "problem",
        message: expect.stringMatching(/more than three days ago: "Backup" is on/) as string,
      },
      signUps: { status: "ok" },
    });
    await sql`UPDATE jobs SET succeeded_at = now() - interval '71 hours' WHERE name = 'backup'`;
    await sql`DELETE FROM site_settings`;
    expect(await find({ PUBLIC_URL: "http://127.0.0.1:9" })).toMatchObject({
      backup: { status: "ok" },
      signUps: { status: "ok", message: "Anyone can sign up." },
    });
  });

  it("names what it checked, and says what to do", async () => {
    const { code, out } = await akari("doctor", "--json");
    const { ok, findings } = JSON.parse(out) as {
      ok: boolean;
      findings: { check: string; status: string; message: string }[];
    };
    const byCheck = Object.fromEntries(findings.map((finding) => [finding.check, finding]));
    expect(byCheck["database"]).toMatchObject({
      message: expect.stringContaining("UTF8") as string,
    });
    expect(byCheck["encoding"]?.message).toMatch(/no ffmpeg|encodes with .* in real time/);
    expect(byCheck["proxy"]).toMatchObject({ status: "problem" });
    expect(byCheck["proxy"]?.message).toContain("Set TRUSTED_PROXIES");
    expect({ ok, code }).toEqual({ ok: false, code: 1 });
  });

  it("reports settings that cannot be read", async () => {
    const { code, out } = await run("akari", ["doctor"], { PORT: "99999" });
    expect(code).toBe(1);
    expect(out).toContain("PORT must be a port number");
  });
});
