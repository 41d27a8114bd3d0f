import { startFakeService, type FakeService } from "../../fakes/json-service";
import { createPushBrowser } from "../../fakes/push-browser";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";

const FRIEREN = 52991;
test.use({ serviceWorkers: "allow" });

let service: FakeService;
const server = startOwnServer(async () => {
  service = await startFakeService({});
  return { LOCAL_HOSTS: service.baseUrl.host };
});
test.afterAll(() => service.close());

/** Subscribes at the test's own push service, as browsers have theirs on the internet. */
function subscribeAt({ endpoint, keys }: { endpoint: string; keys: object }): void {
  // Chromium's headless shell denies notifications, whatever it is told.
  Object.defineProperty(Notification, "permission", { value: "granted" });
  Notification.requestPermission = () => Promise.resolve("granted");
  const stored = () => localStorage.getItem("test-subscription") !== null;
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(0) };
  const subscription = {
    ...{ endpoint, options },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: () => {
      localStorage.removeItem("test-subscription");
      return Promise.resolve(true);
    },
  };
  PushManager.prototype.subscribe = (asked) => {
    const key = asked?.applicationServerKey;
    if (typeof key !== "string") throw new TypeError("The key is in base64url.");
    const bytes = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
    options.applicationServerKey = Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer;
    localStorage.setItem("test-subscription", "1");
    return Promise.resolve(subscription as unknown as PushSubscription);
  };
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(stored() ? (subscription as unknown as PushSubscription) : null);
}

test("a browser shows notifications, marks an episode as seen, and stops", async ({
  page,
  context,
}) => {
  const browser = createPushBrowser();
  const endpoint = new URL("push/1", service.baseUrl).href;
  await context.addInitScript(subscribeAt, { endpoint, keys: browser.keys });
  await signUp(context, { site: server.url });
  await page.goto(`${server.url}/settings/notifications`);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(page.getByRole("button", { name: "Turn off notifications" })).toBeVisible();
  const item = page.getByRole("main").getByRole("listitem");
  await expect(item).toContainText("Browser");
  expect(await seriousViolations(page)).toEqual([]);
  await item.getByRole("button", { name: /^Send a test/ }).click();
  await expect.poll(() => service.calls.length).toBe(1);
  const card = browser.read(service.calls[0]?.bytes ?? Buffer.alloc(0));
  expect(card).toMatchObject({ path: "/settings/notifications" });

  const [worker] = context.serviceWorkers();
  const subscription = { endpoint, keys: browser.keys };
  await worker?.evaluate(`{
    self.shown = [];
    self.opened = [];
    self.unsubscribed = false;
    registration.showNotification = async (title, options) => {
      self.shown = [{ title, ...options }];
    };
    registration.getNotifications = async () => shown.map(() => ({ close: () => shown.pop() }));
    clients.openWindow = async (url) => opened.push(url);
    registration.pushManager.getSubscription = async () => ({
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => { self.unsubscribed = true; },
    });
    self.click = (action) => dispatchEvent(Object.assign(new Event("notificationclick"), {
      action,
      notification: { data: shown[0].data, close: () => shown.pop() },
      waitUntil: () => undefined,
    }));
  }`);
  const shown = () => worker?.evaluate("shown");
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const deliver = async () => {
    await devTools.send("ServiceWorker.deliverPushMessage", {
      ...{ origin: server.url, registrationId },
      data: JSON.stringify({
        ...card,
        ...{ title: "Frieren", body: "Episode 1 plays here", tag: `title-${FRIEREN}` },
        path: `/anime/${FRIEREN}/frieren`,
        seen: { label: "Mark as seen", animeId: FRIEREN, episode: 1 },
        watch: { label: "Watch", path: `/watch/${FRIEREN}/1` },
      }),
    });
    await expect.poll(shown).toMatchObject([
      {
        ...{ title: "Frieren", body: "Episode 1 plays here", tag: `title-${FRIEREN}` },
        actions: [
          { action: "watch", title: "Watch" },
          { action: "seen", title: "Mark as seen" },
        ],
      },
    ]);
  };
  for (const [action, path] of [
    ["", `/anime/${FRIEREN}/frieren`],
    ["watch", `/watch/${FRIEREN}/1`],
  ] as const) {
    await deliver();
    await worker?.evaluate(`click("${action}")`);
    await expect.poll(() => worker?.evaluate("opened.pop()")).toBe(server.url + path);
  }
  await deliver();
  await worker?.evaluate(`click("seen")`);
  await expect
    .poll(async () => {
      const path = `/api/user/watchlist/entry?animeId=${FRIEREN}`;
      return (await (await page.request.get(server.url + path)).json()) as unknown;
    })
    .toMatchObject({ data: { episodes_seen: 1 } });
  expect(await shown()).toEqual([]);

  await page.getByRole("button", { name: "Turn off notifications" }).click();
  await expect(page.getByRole("button", { name: "Turn on notifications" })).toBeVisible();
  await expect(item).toHaveCount(0);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(item).toHaveCount(1);

  await deliver();
  const renewal = context.waitForEvent("response", (response) => response.url().endsWith("/push"));
  await page.reload();
  expect((await renewal).status()).toBe(200);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Send a test/ })
    .click();
  await expect.poll(() => service.calls.length).toBe(2);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect.poll(() => worker?.evaluate("unsubscribed")).toBe(true);
  expect(await shown()).toEqual([]);
});

test("a site that was opened without https says why there are none", async ({ page, context }) => {
  await context.addInitScript(() =>
    Object.defineProperty(window, "isSecureContext", { value: false }),
  );
  await signUp(context, { site: server.url });
  await page.goto(`${server.url}/settings/notifications`);
  await expect(page.getByText("only from sites with https")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});
