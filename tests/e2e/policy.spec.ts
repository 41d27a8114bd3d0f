import { followNothing } from "./support/no-stream";
import { sampleEpisodePath } from "./support/sample-episodes";
import { signUp } from "./support/sign-up";
import { expect, test, waitForHydration } from "./support/fixtures";
import { watchViolations } from "./support/policy-violations";
import { openEpisode, timeOf } from "./support/watching";
import { WEB_FONTS } from "./support/launch-options";

test.use(WEB_FONTS);

test.use({ serviceWorkers: "allow" });

// Other pages: pages/desktop.spec.ts.
test("no public page raises a policy violation, loaded or navigated to", async ({ page }) => {
  const violations = await watchViolations(page);
  for (const path of ["/docs", "/offline"]) await page.goto(path, { waitUntil: "networkidle" });
  await page.goto("/browse");
  await waitForHydration(page);
  await page.locator("main a[href^='/anime/']").first().click();
  await page.waitForURL(/\/anime\//);
  await page.getByRole("contentinfo").getByRole("link", { name: "API documentation" }).click();
  await expect(page.locator(".opblock").first()).toBeVisible();
  await page.locator(".opblock button").first().click();
  await expect(page.locator(".opblock-body").first()).toBeVisible();
  expect(violations).toEqual([]);
});

test("the service worker raises no policy violation", async ({ page, context }) => {
  const violations = await watchViolations(page);
  await signUp({ request: context.request });
  await followNothing(page);
  await page.goto("/");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  for (const path of ["/list", "/settings"]) await page.goto(path, { waitUntil: "networkidle" });
  expect(violations).toEqual([]);
});

test("the player raises no policy violation", async ({ page }) => {
  const violations = await watchViolations(page);
  await openEpisode(page, sampleEpisodePath("fmp4"));
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.7);
  expect(violations).toEqual([]);
});

/** The policy of a page that visitors share names its scripts by their hashes. */
test("a script in a page for visitors does not run unless the page was rendered with it @main", async ({
  page,
  browserErrors,
}) => {
  const violations = await watchViolations(page);
  await page.route("**/browse", async (route) => {
    const response = await route.fetch();
    expect(response.headers()["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
    const html = await response.text();
    const planted = [
      "<script>window.planted = true</script>",
      '<script nonce="">window.planted = true</script>',
      '<script type="module">window.planted = true</script>',
      '<script src="data:text/javascript,window.planted=true"></script>',
    ];
    await route.fulfill({ response, body: html.replace("</head>", `${planted.join("")}</head>`) });
  });
  await page.goto("/browse", { waitUntil: "networkidle" });
  await waitForHydration(page);
  expect(await page.evaluate(() => "planted" in window)).toBe(false);
  expect(violations.filter((violation) => violation.startsWith("script-src-elem"))).toHaveLength(4);
  // The policy's reports of these attempts.
  browserErrors.splice(0);
});

test.describe("an injection", () => {
  test.skip(({ browserName }) => browserName !== "chromium", "Needs Trusted Types.");

  /** The policy's reports of these attempts are errors in the console. */
  test.afterEach(({ browserErrors }) => void browserErrors.splice(0));

  test("of markup or script URLs is blocked, inert markup is not @main", async ({ page }) => {
    await page.goto("/browse");
    await waitForHydration(page);
    const outcomes = await page.evaluate(() => {
      const attempt = (change: () => void) => {
        try {
          change();
          return "done";
        } catch (error) {
          return (error as Error).name;
        }
      };
      const box = document.createElement("div");
      const script = document.createElement("script");
      return {
        handler: attempt(() => (box.innerHTML = "<img src=x onerror=alert(1)>")),
        link: attempt(() => (box.innerHTML = '<a href="java\nscript:alert(1)">x</a>')),
        frame: attempt(() => (box.innerHTML = '<iframe srcdoc="x"></iframe>')),
        head: attempt(() => (box.innerHTML = '<base href="https://evil.test/">')),
        foreign: attempt(() => (script.src = "https://evil.test/a.js")),
        upload: attempt(() => (script.src = "/ipfs/bafkreia")),
        worker: attempt(() => void new Worker("/api/videoProxy?url=x")),
        inert: attempt(() => (box.innerHTML = '<p class="a">one <a href="/docs">two</a></p>')),
        text: attempt(() => (box.innerHTML = "1 &amp; 2")),
        own: attempt(() => (script.src = "/assets/a.js")),
      };
    });
    expect(outcomes).toEqual({
      handler: "TypeError",
      link: "TypeError",
      frame: "TypeError",
      head: "TypeError",
      foreign: "TypeError",
      upload: "TypeError",
      worker: "TypeError",
      inert: "done",
      text: "done",
      own: "done",
    });
  });
});
