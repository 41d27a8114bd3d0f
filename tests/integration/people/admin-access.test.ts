import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteUser, disableUser } from "~/features/accounts/directory/manage-user.server";
import { createInvitation } from "~/features/accounts/invitations/invitations.server";
import { ROLES, type Role } from "~/features/accounts/roles/roles";
import { action as catalogAction, loader as catalog } from "~/routes/admin/catalog";
import { getPublicProfile, getSharedOwner } from "~/features/profile/public-profile.server";
import { loader as exportPerson } from "~/routes/admin/export-person";
import { loader as changes } from "~/routes/admin/changes";
import { action as confirmAction } from "~/routes/account/confirm";
import { action as invitationsAction, loader as invitations } from "~/routes/admin/invitations";
import { action as libraryAction, loader as library } from "~/routes/admin/library";
import { action as addFolderAction, loader as addFolder } from "~/routes/admin/library-add";
import {
  action as removeFolderAction,
  loader as removeFolder,
} from "~/routes/admin/library-remove";
import { loader as libraryFiles } from "~/routes/admin/library-files";
import { action as groupAction, loader as libraryGroup } from "~/routes/admin/library-group";
import { loader as layout } from "~/routes/admin/layout";
import { loader as health } from "~/routes/admin/health";
import { action as jobsAction, loader as jobs } from "~/routes/admin/jobs";
import { action as wishesAction, loader as wishes } from "~/routes/admin/wishes";
import { loader as log } from "~/routes/admin/log";
import { loader as rejectedRows } from "~/routes/admin/rejected-rows";
import { action as sourcesAction, loader as sources } from "~/routes/admin/sources";
import { action as storageAction, loader as storage } from "~/routes/admin/storage";
import { action as settingsAction, loader as settings } from "~/routes/admin/settings";
import { action as titleAction, loader as titlePage } from "~/routes/admin/title";
import { loader as titles } from "~/routes/admin/titles";
import { action as newTitleAction, loader as newTitle } from "~/routes/admin/new-title";
import { loader as overview } from "~/routes/admin/overview";
import { loader as people } from "~/routes/admin/people";
import { action as personAction, loader as person } from "~/routes/admin/person";
import { mediaFiles, mediaFolders, sessions, users } from "~db/schema";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createAccount, type TestAccount } from "../../support/server/account";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const dataDir = createDataDir();
afterAll(() => removeDataDir(dataDir));
const callPage = createPageCaller(database, {
  DATA_DIR: dataDir,
  RATE_LIMITS: "passwordChange=100000/60",
});

const services = createTestServices({}, database);

type Client = Role | "visitor";
const CLIENTS: readonly Client[] = ["owner", "moderator", "member", "visitor"];

const accounts = new Map<Role, TestAccount>();

beforeAll(async () => {
  for (const role of ROLES) {
    accounts.set(role, await createAccount(services, role));
  }
  await addAnimes(db, { mal_id: 77 });
  await db.insert(mediaFolders).values({ name: "shows", path: "/nowhere/shows" });
  await db.insert(mediaFiles).values({
    folder: "shows",
    path: "Unknown - 01.mkv",
    size: 1,
    modifiedAt: new Date(0),
    status: "ready",
    groupKey: " | unknown",
  });
});
// A sign-in proves for some minutes who the user is, so each test begins after one.
beforeEach(async () => {
  await db.update(sessions).set({ createdAt: new Date(), confirmedAt: null });
});

interface Target {
  id: string;
  invitation: string;
}

interface AdminAction {
  name: string;
  handler: (args: never) => unknown;
  path: (target: Target) => string;
  fields?: (target: Target) => Record<string, string>;
  owner: number;
  moderator: number;
  needsProof?: boolean;
}

const personPath = ({ id }: Target) => `/admin/people/${id}`;
const invitationsPath = () => "/admin/invitations";
const groupPath = () => "/admin/library/group?folder=shows&group=+%7C+unknown";

const ACTIONS: readonly AdminAction[] = [
  { name: "layout", handler: layout, path: () => "/admin", owner: 200, moderator: 200 },
  { name: "overview", handler: overview, path: () => "/admin", owner: 200, moderator: 200 },
  { name: "people", handler: people, path: () => "/admin/people", owner: 200, moderator: 200 },
  { name: "person", handler: person, path: personPath, owner: 200, moderator: 200 },
  {
    name: "invitations",
    handler: invitations,
    path: invitationsPath,
    owner: 200,
    moderator: 200,
  },
  ...(
    [
      ["catalog", catalog],
      ["sources", sources],
      ["storage", storage],
      ["settings", settings],
      ["log", log],
      ["health", health],
      ["jobs", jobs],
      ["wishes", wishes],
      ["changes", changes],
      ["library/add", addFolder],
      ["library/remove?folder=shows", removeFolder],
    ] as const
  ).map(([name, handler]) => ({
    name,
    handler,
    path: () => `/admin/${name}`,
    owner: 200,
    moderator: 403,
  })),
  ...(
    [
      ["library", library, () => "/admin/library"],
      ["library group", libraryGroup, groupPath],
      ["library files", libraryFiles, () => "/admin/library/files?folder=shows"],
    ] as const
  ).map(([name, handler, path]) => ({ name, handler, path, owner: 200, moderator: 200 })),
  {
    name: "scan",
    handler: libraryAction,
    path: () => "/admin/library",
    fields: () => ({ intent: "scan" }),
    owner: 302,
    moderator: 302,
  },
  ...["stop", "watch", "unwatch"].map((intent) => ({
    name: `${intent} a media folder`,
    handler: libraryAction,
    path: () => "/admin/library",
    fields: () => ({ intent, folder: "shows" }),
    owner: 302,
    moderator: 403,
  })),
  {
    name: "add a media folder",
    handler: addFolderAction,
    path: () => "/admin/library/add",
    // It holds files of the site itself.
    fields: () => ({ folder: "/" }),
    owner: 400,
    moderator: 403,
  },
  {
    name: "remove a media folder",
    handler: removeFolderAction,
    path: () => "/admin/library/remove?folder=none",
    fields: () => ({}),
    owner: 404,
    moderator: 403,
    needsProof: true,
  },
  ...["ignore", "not-anime", "reopen"].map((intent) => ({
    name: `${intent} a group`,
    handler: groupAction,
    path: groupPath,
    fields: () => ({ intent }),
    owner: 302,
    moderator: 302,
  })),
  {
    name: "attach a group to an unknown title",
    handler: groupAction,
    path: groupPath,
    fields: () => ({ intent: "attach", anime: "7" }),
    owner: 404,
    moderator: 404,
  },
  {
    name: "save settings",
    handler: settingsAction,
    path: () => "/admin/settings",
    fields: () => ({
      name: "Akari",
      signUps: "",
      defaultLocale: "",
      defaultTheme: "dark",
      downloads: "off",
      welcome: "",
      announcement: "",
    }),
    owner: 302,
    moderator: 403,
  },
  ...(
    [
      ["stop an import", catalogAction, "/admin/catalog", { intent: "stop" }],
      ["stop a check", sourcesAction, "/admin/sources", { intent: "stop" }],
      ["remove dead sources", sourcesAction, "/admin/sources", { intent: "remove-dead" }],
      ["clear a cache", storageAction, "/admin/storage", { cache: "titles" }],
      [
        "decline a wish",
        wishesAction,
        "/admin/wishes",
        { intent: "decline", animeId: "77", reason: "No" },
      ],
      ["reopen a wish", wishesAction, "/admin/wishes", { intent: "reopen", animeId: "77" }],
    ] as const
  ).map(([name, handler, path, fields]) => ({
    name,
    handler,
    path: () => path,
    fields: () => fields,
    owner: 302,
    moderator: 403,
  })),
  {
    name: "titles",
    handler: titles,
    path: () => "/admin/titles",
    owner: 200,
    moderator: 200,
  },
  {
    name: "a title",
    handler: titlePage,
    path: () => "/admin/titles/1",
    // There is no such title.
    owner: 404,
    moderator: 404,
  },
  {
    name: "new title",
    handler: newTitle,
    path: () => "/admin/titles/new",
    owner: 200,
    moderator: 403,
  },
  {
    name: "add a title",
    handler: newTitleAction,
    path: () => "/admin/titles/new",
    fields: () => ({ title: "Home videos" }),
    owner: 302,
    moderator: 403,
  },
  ...["cover", "episodes"].map((intent) => ({
    name: `${intent} of a title`,
    handler: titleAction,
    path: () => "/admin/titles/1",
    fields: () => ({ intent, episodes: "One" }),
    owner: 404,
    moderator: 403,
  })),
  ...["delete", "merge"].map((intent) => ({
    name: `${intent} a title`,
    handler: titleAction,
    path: () => "/admin/titles/1",
    fields: () => ({ intent, confirm: "yes", confirmMerge: "yes", into: "2" }),
    owner: 404,
    moderator: 403,
    needsProof: true,
  })),
  ...["hide", "show"].map((intent) => ({
    name: `${intent} a title`,
    handler: titleAction,
    path: () => "/admin/titles/1",
    fields: () => ({ intent }),
    owner: 404,
    moderator: 404,
  })),
  {
    name: "correct a title",
    handler: titleAction,
    path: () => "/admin/titles/1",
    fields: () => ({ title: "Another" }),
    owner: 404,
    moderator: 403,
  },
  {
    name: "rejected rows",
    handler: rejectedRows,
    path: () => "/admin/catalog/1/rejected",
    // There is no such run.
    owner: 404,
    moderator: 403,
  },
  ...(["run", "disable", "enable"] as const).map((intent) => ({
    name: `${intent} a job`,
    handler: jobsAction,
    path: () => "/admin/jobs",
    fields: () => ({ intent, job: "cleanup" }),
    owner: 302,
    moderator: 403,
  })),
  {
    name: "export",
    handler: exportPerson,
    path: (target) => `${personPath(target)}/export`,
    owner: 200,
    moderator: 403,
    needsProof: true,
  },
  {
    name: "create an invitation",
    handler: invitationsAction,
    path: invitationsPath,
    fields: () => ({ intent: "create", uses: "1", days: "1" }),
    owner: 200,
    moderator: 200,
  },
  {
    name: "revoke an invitation",
    handler: invitationsAction,
    path: invitationsPath,
    fields: ({ invitation }) => ({ intent: "revoke", id: invitation }),
    owner: 302,
    moderator: 302,
  },
  ...(
    [
      ["disable", 302],
      ["enable", 302],
      ["end-sessions", 302],
      ["reset", 403],
      ["role", 403],
      ["delete", 403],
    ] as const
  ).map(([intent, moderator]) => ({
    name: intent,
    handler: personAction,
    path: personPath,
    fields: () => ({ intent, role: "member", confirm: "yes" }),
    owner: intent === "reset" ? 200 : 302,
    moderator,
    needsProof: true,
  })),
];

async function statusOf(
  { handler, path, fields }: AdminAction,
  client: Client,
  target: Target,
): Promise<{ status: number; location: string | null }> {
  const account = client === "visitor" ? undefined : accounts.get(client);
  const body = fields === undefined ? null : new URLSearchParams(fields(target));
  const call = callPage(handler, path(target), {
    params: { id: path(target).includes("/titles/") ? "1" : target.id, run: "1" },
    init: {
      headers: { cookie: account?.cookie ?? "" },
      ...(body === null ? {} : { method: "POST", body }),
    },
  });
  const result = await call.then(
    (value) => value,
    async () => catchPageError(call),
  );
  if (result instanceof Response)
    return { status: result.status, location: result.headers.get("location") };
  const { init, status, data } = result as {
    init?: { status?: number };
    status?: number;
    data?: unknown;
  };
  return {
    status: init?.status ?? status ?? 200,
    location: typeof data === "string" ? data : null,
  };
}

async function createTarget(): Promise<Target> {
  const { userId } = await createAccount(services);
  const input = { note: "", uses: 1, days: 1 };
  const { id } = await createInvitation(db, { via: "command" }, input);
  return { id: userId, invitation: id };
}

describe("each admin action", () => {
  it.each(ACTIONS)("$name is for its roles only", async (adminAction) => {
    const outcomes: Record<string, number> = {};
    for (const client of CLIENTS)
      outcomes[client] = (await statusOf(adminAction, client, await createTarget())).status;
    expect(outcomes).toEqual({
      owner: adminAction.owner,
      moderator: adminAction.moderator,
      member: 404,
      visitor: 404,
    });
  });

  it.each(ACTIONS.filter(({ needsProof }) => needsProof))(
    "$name asks for the password ten minutes after the sign-in",
    async (adminAction) => {
      const owner = accounts.get("owner")?.userId ?? "";
      const signedInAgo = (ms: number) =>
        db
          .update(sessions)
          .set({ createdAt: new Date(Date.now() - ms) })
          .where(eq(sessions.userId, owner));
      const target = await createTarget();
      await signedInAgo(10 * 60_000);
      const attempt = await statusOf(adminAction, "owner", target);
      expect(attempt.status).toBe(303);
      expect(attempt.location).toMatch(/^\/confirm\?returnTo=%2Fadmin%2F/);
      await signedInAgo(10 * 60_000 - 30_000);
      expect((await statusOf(adminAction, "owner", target)).status).toBe(adminAction.owner);
    },
  );
});

describe("the proof", () => {
  it("takes the password, and then lets sensitive actions pass", async () => {
    const owner = accounts.get("owner");
    const id = owner?.userId ?? "";
    await db
      .update(sessions)
      .set({ createdAt: new Date(0) })
      .where(eq(sessions.userId, id));
    const submit = (password: string) =>
      callPage(confirmAction, "/confirm?returnTo=%2Fadmin%2Fpeople", {
        init: {
          method: "POST",
          headers: { cookie: owner?.cookie ?? "" },
          body: new URLSearchParams({ password }),
        },
      });
    expect(await submit("Wr0ng!pass")).toMatchObject({ init: { status: 403 } });
    const accepted = await submit(owner?.credentials.password ?? "");
    expect(accepted).toBeInstanceOf(Response);
    expect((accepted as Response).headers.get("location")).toBe("/admin/people");
    const reset = ACTIONS.find(({ name }) => name === "reset");
    if (reset === undefined) throw new Error("no such action");
    expect((await statusOf(reset, "owner", await createTarget())).status).toBe(200);
  });
});

describe("a moderator", () => {
  it.each(["owner", "moderator"] as const)("cannot disable an %s", async (role) => {
    const target = await createTarget();
    await db.update(users).set({ role }).where(eq(users.id, target.id));
    const disable = ACTIONS.find(({ name }) => name === "disable");
    if (disable === undefined) throw new Error("no such action");
    expect((await statusOf(disable, "moderator", target)).status).toBe(403);
    const [row] = await db.select().from(users).where(eq(users.id, target.id));
    expect(row?.disabledAt).toBeNull();
  });
});

describe("the last owner", () => {
  it.each([
    ["owner", "conflict"],
    ["moderator", "forbidden"],
  ] as const)("cannot be disabled or deleted by an %s", async (role, code) => {
    await db.update(users).set({ role: "member" }).where(eq(users.role, "owner"));
    const id = (await createTarget()).id;
    await db.update(users).set({ role: "owner" }).where(eq(users.id, id));
    const manager = { id: crypto.randomUUID(), role };
    for (const remove of [disableUser, deleteUser])
      await expect(remove(db, manager, id)).rejects.toMatchObject({ code });
    await db
      .update(users)
      .set({ role: "owner" })
      .where(eq(users.id, accounts.get("owner")?.userId ?? ""));
  });
});

describe("an owner", () => {
  it.each(["disable", "delete", "end-sessions"])("cannot %s their own account", async (name) => {
    const id = accounts.get("owner")?.userId ?? "";
    const found = ACTIONS.find((adminAction) => adminAction.name === name);
    if (found === undefined) throw new Error("no such action");
    // A second owner, so that it is not about the last one.
    const other = await createTarget();
    await db.update(users).set({ role: "owner" }).where(eq(users.id, other.id));
    expect((await statusOf(found, "owner", { id, invitation: "" })).status).toBe(403);
  });
});

describe("a disabled account", () => {
  it("loses sessions and tokens, is not public, and cannot sign in until it is enabled", async () => {
    const client = await createSignedInClient(database);
    const { origin } = client;
    const target = { id: client.userId, invitation: "" };
    const created = await client.send("POST", "/api/user/tokens", {
      name: "A program",
      scopes: ["profile:read"],
    });
    const { token } = (created.body as { data: { token: string } }).data;
    const act = async (name: string) => {
      const found = ACTIONS.find((adminAction) => adminAction.name === name);
      if (found === undefined) throw new Error("no such action");
      expect((await statusOf(found, "moderator", target)).status).toBe(302);
    };
    const signIn = () => client.send("POST", "/api/auth/signin", client.credentials);
    const bearer = () =>
      fetch(`${origin}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } });
    expect((await bearer()).status).toBe(200);
    await client.send("POST", "/api/user/sitePreferences", { publicProfile: true });

    await act("disable");
    expect((await client.send("GET", "/api/user/profile")).status).toBe(401);
    expect((await bearer()).status).toBe(401);
    const refused = await signIn();
    expect(refused.status).toBe(403);
    const wrong = await client.send("POST", "/api/auth/signin", {
      ...client.credentials,
      password: "Wr0ng!pass",
    });
    expect(wrong.status).toBe(401);

    await expect(getPublicProfile(db, client.userId)).rejects.toMatchObject({ code: "not-found" });
    await expect(getSharedOwner(db, client.userId)).rejects.toMatchObject({ code: "not-found" });

    await act("enable");
    expect((await getPublicProfile(db, client.userId)).id).toBe(client.userId);
    expect((await signIn()).status).toBe(200);
    expect((await bearer()).status).toBe(401);
  });
});
