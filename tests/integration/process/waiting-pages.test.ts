import { describe, expect, it } from "vitest";
import type { Release } from "~/concurrency/semaphore";
import { startProcess } from "../../support/server/process";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("while the schema is migrated beside an open port", () => {
  const startMigrating = () =>
    startProcess({ startStep: () => ({ task: "migrating", part: { number: 3, total: 48 } }) });

  it("browsers see how far it is", async () => {
    const { origin } = await startMigrating();
    for (const path of ["/", "/anime/5114"]) {
      const page = await fetch(origin + path, { headers: BROWSER });
      expect(page.status).toBe(503);
      expect(page.headers.get("refresh")).toBe("2");
      expect(page.headers.get("retry-after")).toBe("2");
      expect(page.headers.get("cache-control")).toBe("private, no-store");
      expect(page.headers.get("content-security-policy")).not.toContain("sandbox");
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      const html = await page.text();
      expect(html).toContain("Akari is starting");
      expect(html).toContain("3 of 48");
    }
  });

  it("programs get JSON, in the shape of the path", async () => {
    const { origin } = await startMigrating();
    const [page, listing, data] = await Promise.all([
      fetch(origin),
      fetch(`${origin}/api/animes/full`, { headers: BROWSER }),
      fetch(`${origin}/browse.data`),
    ]);
    for (const response of [page, listing, data]) {
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
    }
    const error = "Akari is starting. Try again in a moment.";
    expect(await page.json()).toEqual({ error, status: 503 });
    expect(await data.json()).toEqual({ error, status: 503 });
    expect(await listing.json()).toEqual({
      error: { message: error, type: "database", statusCode: 503 },
    });
  });
});

describe("a page that gets no slot", () => {
  async function refused(isDraining: boolean, headers: Record<string, string>) {
    const { origin, services } = await startProcess({
      environment: { CLIENT_LIMITS: "pages=1" },
      isDraining: () => isDraining,
    });
    const { pages } = services.shared.requestSlots;
    const releases: Release[] = [];
    for (;;) {
      const release = pages.tryAcquire({ client: "127.0.0.1" });
      if (release === null) break;
      releases.push(release);
    }
    const response = fetch(origin, { headers });
    await expect.poll(() => pages.waiting).toBe(1);
    services.shared.requestSlots.stopWaiting();
    return response;
  }

  it("says that the site is busy, in the visitor's language", async () => {
    const page = await refused(false, { ...BROWSER, "accept-language": "es" });
    expect(page.status).toBe(503);
    expect(page.headers.get("refresh")).toBe("5");
    const html = await page.text();
    expect(html).toContain("<h1>Akari está saturado</h1>");
    expect(html).toContain("El sitio está saturado. Inténtalo de nuevo en unos segundos.");
  });

  it("says that the site stops, once it does", async () => {
    const page = await refused(true, BROWSER);
    expect(page.status).toBe(503);
    expect(page.headers.get("refresh")).toBe("10");
    expect(await page.text()).toContain("<h1>Akari is stopping or restarting</h1>");
  });

  it("is JSON for programs", async () => {
    const response = await refused(true, { accept: "*/*" });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(await response.json()).toMatchObject({ status: 503 });
  });
});
