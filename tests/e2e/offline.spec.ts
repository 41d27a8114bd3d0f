import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Page } from "@playwright/test";
import { startBuiltServer } from "../../scripts/support/built-server";
import { getFreePort } from "../../scripts/support/free-port";
import { removeDataDir } from "../../scripts/support/data-dir";
import { signUp } from "./support/sign-up";
import { expect, test } from "./support/fixtures";
import { createSiteDataDir } from "./support/site-data-dir";

test.use({ serviceWorkers: "allow" });

/** A site for all tests of the file, whose address can stop to respond and come back. */
const journey = test.extend<object, { site: { url: string } & Door }>({
  site: [
    async ({ browserName: _ }, provide) => {
      const dataDir = createSiteDataDir();
      const server = await startBuiltServer({ DATA_DIR: dataDir });
      await server.ready;
      const port = await getFreePort();
      const door = openDoor(port, Number(new URL(server.url).port));
      await door.comeBack();
      await provide({ url: `http://127.0.0.1:${port}`, ...door });
      await door.leave();
      server.signal("SIGTERM");
      await server.exited;
      await removeDataDir(dataDir);
    },
    { scope: "worker" },
  ],
});
// Each worker that takes one of the tests in another mode would start a site.
test.describe.configure({ mode: "default" });

interface Door {
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Forwards a port to another. When it has left, connections are refused as without a server. */
function openDoor(port: number, target: number): Door {
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    const behind = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => sockets.delete(one));
      one.pipe(other);
    }
  });
  return {
    async leave() {
      if (!door.listening) return;
      const closed = once(door, "close");
      door.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async comeBack() {
      door.listen(port, "127.0.0.1");
      await once(door, "listening");
    },
  };
}

/** The service worker's caches: their paths, and the owner of the personal copy. */
function readCaches(page: Page): Promise<{ paths: string[]; person: string | null }> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(`${name.replace(/-[0-9a-f]{12}$/, "")} ${new URL(url).pathname}`);
    const copy = await (await caches.open("akari-personal")).match("/offline");
    return { paths, person: copy?.headers.get("x-akari-user") ?? null };
  });
}

const userOf = (page: Page) => expect.poll(async () => (await readCaches(page)).person);

journey(
  "without a network, a user finds their list as it was, another user or a visitor does not",
  async ({ page, context, site }) => {
    const { id: faye } = await signUp(context, { site: site.url, username: "faye" });
    await context.request.post(`${site.url}/api/user/watchlist/add`, {
      data: { animeId: 1, type: "Watching" },
    });
    await page.goto(`${site.url}/list`);
    await userOf(page).toBe(faye);
    const { paths } = await readCaches(page);
    expect(paths.filter((path) => path.startsWith("akari-personal"))).toEqual([
      "akari-personal /offline",
    ]);
    expect(
      paths.filter(
        (path) =>
          !/ \/(?:offline|assets\/[^/]+\.(?:css|woff2)|favicon\.svg|signs\/[^/]+\.svg)$/.test(path),
      ),
    ).toEqual([]);

    await site.leave();
    await page.goto(`${site.url}/list?type=Completed`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline");
    await expect(
      page.getByRole("region", { name: "Watching" }).getByRole("listitem"),
    ).toContainText("Cowboy Bebop");
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain(
      "Figtree",
    );
    // Titles in other scripts have the fonts that they have in the list.
    const families = await page.evaluate(() => [...document.fonts].map(({ family }) => family));
    expect(families.join()).toMatch(/System Japanese.*Fallback Japanese/);
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();

    await site.comeBack();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My list");

    await context.clearCookies();
    const { id: spike } = await signUp(context, { site: site.url, username: "spike" });
    await page.goto(`${site.url}/`);
    await userOf(page).toBe(spike);

    await page.request.post(`${site.url}/api/user/watchlist/add`, {
      data: { animeId: 5, type: "Completed" },
    });
    await page.goto(`${site.url}/browse`);
    await page.getByRole("button", { name: "Account of spike" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await userOf(page).toBe(null);
    await site.leave();
    await page.goto(`${site.url}/browse`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline");
    await expect(page.getByText("Cowboy Bebop")).toHaveCount(0);
    await site.comeBack();
  },
);

journey(
  "a copy ends with the first page of somebody else, before a script of it runs",
  async ({ page, context, site }) => {
    const { id: faye } = await signUp(context, { site: site.url, username: "faye" });
    await page.goto(`${site.url}/list`);
    await userOf(page).toBe(faye);
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${site.url}/browse`);
    expect((await readCaches(page)).person).toBe(faye);

    // Elsewhere: what a context requests by itself passes no worker.
    expect((await context.request.post(`${site.url}/api/auth/signout`)).status()).toBe(200);
    await page.goto(`${site.url}/`);
    expect((await readCaches(page)).person).toBeNull();
    await site.leave();
    await page.goto(`${site.url}/list`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline");
    await expect(page.getByRole("heading", { name: "My list" })).toHaveCount(0);
    await site.comeBack();

    await page.unroute("**/*.js");
    const { id: edward } = await signUp(context, { site: site.url, username: "edward" });
    await page.goto(`${site.url}/list`);
    await userOf(page).toBe(edward);
    await context.clearCookies();
    await signUp(context, { site: site.url, username: "spike" });
    await page.route("**/*.js", (route) => route.abort());
    await page.goto(`${site.url}/browse`);
    expect((await readCaches(page)).person).toBeNull();
  },
);

journey(
  "a copy ends with the sign-in of somebody else, if the network ends with it",
  async ({ page, context, request, site }) => {
    const { id: faye, ...first } = await signUp(context, { site: site.url, username: "faye" });
    const { email, password } = await signUp({ request }, { site: site.url, username: "spike" });
    const form = new URLSearchParams({ email, password }).toString();
    const send = (path: string) =>
      page.evaluate(
        async ({ to, body }) => {
          const headers = { "content-type": "application/x-www-form-urlencoded" };
          return (await fetch(to, { method: "POST", headers, body })).status;
        },
        { to: path, body: form },
      );
    for (const signIn of [
      () => send("/api/auth/signin"),
      () => send("/signin"),
      // What a provider sends browsers back with.
      async () => (await page.goto(`${site.url}/api/auth/callback?code=x&state=y`))?.status(),
    ]) {
      await context.clearCookies();
      await context.request.post(`${site.url}/api/auth/signin`, { data: first });
      await page.goto(`${site.url}/list`);
      await userOf(page).toBe(faye);
      await signIn();
      await site.leave();
      await page.goto(`${site.url}/list`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline");
      await expect(page.getByRole("heading", { name: "My list" })).toHaveCount(0);
      expect((await readCaches(page)).person).toBeNull();
      await site.comeBack();
    }
  },
);

journey(
  "a new version of the worker takes the old one's place and its files with it",
  async ({ page, site }) => {
    await page.goto(`${site.url}/`);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe("activated");
    await page.evaluate(() => caches.open("akari-common-000000000000"));
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.unregister();
    });
    await page.goto(`${site.url}/browse`);
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.keys()).includes("akari-common-000000000000")),
      )
      .toBe(false);
  },
);

test("the site is installable: manifest, icons and service worker are valid @main", async ({
  page,
  isMobile: _,
}) => {
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send("Page.getAppManifest");
  expect(url).toMatch(/\/manifest\.webmanifest$/);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Browsers under test have no persistent profile.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const manifest = (await (await page.request.get("/manifest.webmanifest")).json()) as {
    icons: { src: string; type: string }[];
  };
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()["content-type"], src).toBe(type);
  }
});
