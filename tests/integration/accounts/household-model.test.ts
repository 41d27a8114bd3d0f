import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lockSession, setAsksProfile } from "~/features/accounts/household/session-lock.server";
import { sessions } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { createSignedInClient, dataOf } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const LIMITS = {
  RATE_LIMITS: "signup=100000/60,signin=100000/60,passwordChange=100000/60,profileSwitch=100000/60",
};
const PINS = ["1111", "2222", "3333"] as const;
const FREE_ATTEMPTS = 5;

interface ModelProfile {
  id: string;
  pin: string | null;
  wrong: number;
  isChild: boolean;
}

/** Whether a child could open the profile of someone who is none. */
const isOpenToChildren = (profiles: readonly ModelProfile[]) =>
  profiles.some(({ isChild }) => isChild) &&
  profiles.some(({ isChild, pin }) => !isChild && pin === null);

/** A browser of the household, and what the model knows of its session. */
interface ModelBrowser {
  client: ApiClient;
  /** The id of the profile that watches; null when signed out. */
  watching: string | null;
  isConfirmed: boolean;
  /** Whether the device asks who is watching. */
  asks: boolean;
  isLocked: boolean;
}

/** What a browser without a session is. */
const SIGNED_OUT = { watching: null, isConfirmed: false, asks: false, isLocked: false };

/** The profile for which a browser is answered. */
const openProfileOf = ({ watching, isLocked }: ModelBrowser) => (isLocked ? null : watching);

/** The key of a browser's session, from the id in its cookie. */
function sessionKey({ client }: ModelBrowser): string {
  const value = decodeURIComponent(client.cookie.split("=", 2)[1] ?? "").split(".")[0] ?? "";
  const { id } = JSON.parse(Buffer.from(value, "base64").toString()) as { id: string };
  return createHash("sha256").update(id).digest("base64url");
}

const pin = fc.constantFrom(...PINS);
const browser = fc.nat({ max: 2 });
const profile = fc.nat({ max: 3 });
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("add"),
      browser,
      pin: fc.option(pin),
      isChild: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("set-limit"),
      browser,
      profile,
      isChild: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("open"), browser, profile, pin: fc.option(pin) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("set-pin"), browser, profile, pin: fc.option(pin) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove"), browser, profile }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("sign-out"), browser }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sign-in"), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end-others"), browser }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("ask"), browser, asks: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lock"), browser }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rest"), browser }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs a step at the site and in the model, and compares the status. */
async function run(
  taken: Step,
  household: { account: string; credentials: object; profiles: ModelProfile[] },
  browsers: readonly ModelBrowser[],
): Promise<void> {
  const { account, profiles } = household;
  const actor = browsers[taken.browser];
  if (actor === undefined) throw new Error("There is no such browser.");
  const send = async (method: string, path: string, body?: object) =>
    actor.client.send(method, path, body);
  const acting = openProfileOf(actor);
  const mayManage = acting === account && actor.isConfirmed;
  /** What the status is, unless the session forbids it. */
  const unlessRefused = (status: number) => (acting === null ? 401 : mayManage ? status : 403);
  const target = "profile" in taken ? profiles[taken.profile % profiles.length] : undefined;
  switch (taken.kind) {
    case "add": {
      const { isChild } = taken;
      const input = { name: "Profile", pin: taken.pin, child: isChild };
      const added = await send("POST", "/api/user/profiles", input);
      const next = { id: "", pin: taken.pin ?? null, wrong: 0, isChild };
      const isRefused = profiles.length >= 11 || isOpenToChildren([...profiles, next]);
      expect(added.status).toBe(unlessRefused(isRefused ? 409 : 200));
      if (added.status === 200) profiles.push({ ...next, id: dataOf<{ id: string }>(added).id });
      return;
    }
    case "set-limit": {
      if (target === undefined) return;
      const { isChild } = taken;
      const change = { id: target.id, child: isChild };
      const { status } = await send("PATCH", "/api/user/profiles", change);
      const after = profiles.map((each) => (each === target ? { ...each, isChild } : each));
      const isRefused = target.id === account ? isChild : isOpenToChildren(after);
      expect(status).toBe(unlessRefused(isRefused ? 409 : 200));
      if (status === 200) target.isChild = isChild;
      return;
    }
    case "open": {
      if (target === undefined) return;
      const { id } = target;
      const guess = taken.pin ?? null;
      const { status } = await send("POST", "/api/session/profile", { id, pin: guess });
      const expected =
        actor.watching === null
          ? 401
          : target.pin === null
            ? 200
            : guess === null
              ? 403
              : target.wrong >= FREE_ATTEMPTS
                ? 429
                : guess === target.pin
                  ? 200
                  : 403;
      expect(status).toBe(expected);
      if (status === 200)
        Object.assign(actor, { watching: id, isConfirmed: false, isLocked: false });
      if (target.pin !== null && guess !== null && actor.client.cookie !== "") {
        if (status === 200) target.wrong = 0;
        if (status === 403) target.wrong += 1;
      }
      return;
    }
    case "set-pin": {
      if (target === undefined) return;
      const change = { id: target.id, pin: taken.pin };
      const { status } = await send("PATCH", "/api/user/profiles", change);
      const next = { ...target, pin: taken.pin };
      const after = profiles.map((each) => (each === target ? next : each));
      expect(status).toBe(unlessRefused(isOpenToChildren(after) ? 409 : 200));
      if (status === 200) Object.assign(target, { pin: taken.pin, wrong: 0 });
      return;
    }
    case "remove": {
      if (target === undefined) return;
      const { status } = await send("DELETE", `/api/user/profiles?id=${target.id}`);
      expect(status).toBe(unlessRefused(target.id === account ? 409 : 200));
      if (status !== 200) return;
      profiles.splice(profiles.indexOf(target), 1);
      for (const each of browsers) if (each.watching === target.id) Object.assign(each, SIGNED_OUT);
      return;
    }
    case "sign-out": {
      await send("POST", "/api/auth/signout");
      Object.assign(actor, SIGNED_OUT);
      return;
    }
    case "sign-in": {
      expect((await send("POST", "/api/auth/signin", household.credentials)).status).toBe(200);
      Object.assign(actor, { ...SIGNED_OUT, watching: account, isConfirmed: true });
      return;
    }
    case "end-others": {
      const { status } = await send("DELETE", "/api/user/sessions");
      expect(status).toBe(acting === null ? 401 : 200);
      // A managed profile ends the sessions that show it, the account all that it signed in to.
      for (const each of browsers)
        if (each !== actor && acting !== null && [account, each.watching].includes(acting))
          Object.assign(each, SIGNED_OUT);
      return;
    }
    case "ask": {
      if (acting === null) return;
      await setAsksProfile(db, sessionKey(actor), taken.asks);
      actor.asks = taken.asks;
      return;
    }
    case "lock": {
      if (actor.watching === null) return;
      await lockSession(db, sessionKey(actor));
      actor.isLocked ||= actor.asks;
      return;
    }
    case "rest": {
      if (actor.watching === null) return;
      const lastUsedAt = sql`now() - interval '1 hour'`;
      await db
        .update(sessions)
        .set({ lastUsedAt })
        .where(eq(sessions.idHash, sessionKey(actor)));
      actor.isLocked ||= actor.asks;
    }
  }
}

it("agrees with a model of profiles, PINs, children, switches, locks, sign-outs and removals", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const first = await createSignedInClient(database, LIMITS);
      const { email, password } = first.credentials;
      const household = {
        account: first.userId,
        credentials: { email, password },
        profiles: [{ id: first.userId, pin: null, wrong: 0, isChild: false }],
      };
      const browsers: ModelBrowser[] = [
        { ...SIGNED_OUT, client: first, watching: first.userId, isConfirmed: true },
        ...[1, 2].map(() => ({ ...SIGNED_OUT, client: createApiClient(first.origin) })),
      ];
      for (const taken of steps) {
        await run(taken, household, browsers);
        for (const each of browsers) {
          const { body } = await each.client.send("GET", "/api/auth/session");
          const { data } = body as { data: { id: string } | null };
          expect(data?.id ?? null).toBe(openProfileOf(each));
        }
      }
    }),
    { numRuns: 25 },
  );
});
