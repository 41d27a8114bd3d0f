import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { akariVersion } from "~/config/version";
import { LOCALES } from "~/i18n/locales";
import { createStartProgress } from "./start-progress";
import { startingListener } from "./starting-listener.server";
import { waitingPage } from "./waiting-page.server";

const request = { method: "GET", acceptLanguage: null, cookie: null };
const starting = { reason: "starting", step: { task: "opening" } } as const;

describe("the page for those who wait", () => {
  it("names what the start does and how far it is, where that is known", () => {
    const { html } = waitingPage(request, {
      reason: "starting",
      step: { task: "migrating", part: { number: 3, total: 48 } },
    });
    expect(html).toContain("<h1>Akari is starting</h1>");
    expect(html).toContain("Bringing the database up to date");
    expect(html).toContain('<progress value="3" max="48" aria-label="3 of 48">');
    expect(waitingPage(request, starting).html).not.toContain("<progress");
  });

  it("has the visitor's language and theme", () => {
    const spanish = waitingPage({ ...request, acceptLanguage: "es-MX,en;q=0.5" }, starting);
    expect(spanish.html).toContain('<html lang="es" data-theme="dark">');
    expect(spanish.html).toContain("Akari se está iniciando");
    const cookie = "akari_visitor=theme=light~locale=en";
    const chosen = waitingPage({ ...request, cookie, acceptLanguage: "es" }, starting);
    expect(chosen.html).toContain('<html lang="en" data-theme="light">');
  });

  it("reloads by itself, but not after a form, whose content would be lost", () => {
    expect(waitingPage(request, starting).headers["refresh"]).toBe("2");
    const posted = waitingPage({ ...request, method: "POST" }, starting);
    expect(posted.headers).not.toHaveProperty("refresh");
    expect(posted.html).toContain("Go back in your browser");
  });

  it("allows its own style alone, and no sandbox, in which no page reloads", () => {
    const { html, headers } = waitingPage(request, starting);
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    const policy = headers["content-security-policy"];
    expect(policy).toContain(`style-src 'sha256-${digest}';`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/script-src|sandbox/);
  });

  it.each(LOCALES)("needs no font that a system may lack, in %s", (acceptLanguage) => {
    const tasks = ["opening", "reaching", "migrating", "indexing", "filling"] as const;
    for (const wait of [
      ...tasks.map((task) => ({ reason: "starting", step: { task } }) as const),
      { reason: "stopping" } as const,
    ])
      expect(waitingPage({ ...request, acceptLanguage }, wait).html).toMatch(
        /^[\p{Script=Latin}\p{Script=Common}]+$/u,
      );
  });

  it("escapes what it says", () => {
    const { html } = waitingPage(request, { reason: "busy", text: () => "<b>&</b>" });
    expect(html).toContain("<p>&lt;b&gt;&amp;&lt;/b&gt;</p>");
  });
});

describe("until the process serves", () => {
  async function listen() {
    const progress = createStartProgress(() => undefined);
    const server = createServer(startingListener(progress)).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const get = (path: string, accept: string, method = "GET") =>
      fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { accept } });
    return { progress, get };
  }
  const BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

  it("browsers see each step of the start", async () => {
    const { progress, get } = await listen();
    const first = await get("/browse?q=x", BROWSER);
    expect(first.status).toBe(503);
    expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(first.headers.get("retry-after")).toBe("2");
    expect(first.headers.get("x-frame-options")).toBe("DENY");
    expect(await first.text()).toContain("Opening the database");
    progress.show({ task: "filling", part: { number: 5, total: 15 } });
    expect(await (await get("/", BROWSER)).text()).toContain("5 of 15");
    expect(await (await get("/", BROWSER, "HEAD")).text()).toBe("");
  });

  it.each([
    ["/", "*/*"],
    ["/", "application/json"],
    ["/browse.data", "*/*"],
    ["/api/user/profile", BROWSER],
    ["/api/animes/full?page=2", BROWSER],
    ["/readyz", BROWSER],
  ])("programs get JSON in the shape of the path: %s with %s", async (path, accept) => {
    const { get } = await listen();
    const response = await get(path, accept);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    const message = "Akari is starting. Try again in a moment.";
    expect(await response.json()).toEqual(
      path.startsWith("/api/animes/")
        ? { error: { message, type: "database", statusCode: 503 } }
        : { error: message, status: 503 },
    );
  });

  it("/healthz tells browsers and programs alike that the process is alive", async () => {
    const { get } = await listen();
    const response = await get("/healthz", BROWSER);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", ...akariVersion() });
  });
});
