import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { Busy, Conflict, Invalid, NotFound } from "~/errors/app-error";
import { createApiRoutes } from "~/http/api/api-routes.server";
import { resource } from "~/http/api/resource.server";
import { responseHeadersContext } from "~/http/context";
import { createTestApiRoutes } from "../../support/server/api-routes";
import { createTestContext, createTestServices } from "../../support/server/context";
import type { Endpoint } from "~/http/api/endpoint";

const PATH = "/api/exampleEndpoint";
const operation = { summary: "", tags: [], responses: {} };
const exampleEndpoint: Endpoint = {
  methods: {
    GET: { ...operation, handle: () => Response.json({ data: 1 }) },
    POST: { ...operation, handle: () => Response.json({ data: 2 }) },
  },
};
const throwing = (error: Error, errors?: Endpoint["errors"]): Endpoint => ({
  ...(errors === undefined ? {} : { errors }),
  methods: { GET: { ...operation, handle: () => Promise.reject(error) } },
});

function send(
  endpoint: Endpoint,
  init: RequestInit & { path?: string } = {},
  context = createTestContext(createTestServices()),
): Promise<Response> {
  const path = init.path ?? PATH;
  const request = new Request(`http://akari.test${path}`, init);
  const routes = createTestApiRoutes({ [PATH]: endpoint });
  return Promise.resolve(routes.respond(path, { request, context }));
}

describe("an endpoint", () => {
  it("responds 404 as JSON to an unknown path", async () => {
    const response = await send(exampleEndpoint, { path: "/api/nothing" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      status: 404,
      error: expect.any(String) as string,
    });
  });

  it("responds 405 to a wrong method, with the allowed ones", async () => {
    const response = await send(exampleEndpoint, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });

  it("responds to HEAD as to GET", async () => {
    expect((await send(exampleEndpoint, { method: "HEAD" })).status).toBe(200);
  });

  it("has a path of its own, and both exports", () => {
    const respond = resource(exampleEndpoint);
    const route = (id: string, module: object) => ({ [id]: { id, path: "api/one", module } });
    const whole = { loader: respond, action: respond };
    expect(() => createApiRoutes({ ...route("one", whole), ...route("two", whole) })).toThrow(
      "Two endpoints have the path /api/one.",
    );
    for (const module of [{ loader: respond }, { action: respond }])
      expect(() => createApiRoutes(route("one", module))).toThrow(
        "The route /api/one must export its endpoint as loader and as action.",
      );
  });

  it.each([
    [
      new Invalid([{ path: "w", message: "image.width" }]),
      400,
      {
        error: "w must be 0 (the source’s own width) or a number of pixels.",
        status: 400,
        issues: [
          { path: "w", message: "w must be 0 (the source’s own width) or a number of pixels." },
        ],
      },
    ],
    [new NotFound("anime.notFound"), 404, { error: "This anime doesn’t exist.", status: 404 }],
    [
      new Conflict({ key: "folder.nameTaken", values: { name: "a", path: "/b" } }),
      409,
      { error: "The name a belongs to /b. Choose another name.", status: 409 },
    ],
    [new Error("secret detail"), 500, { error: "Internal server error", status: 500 }],
  ])("responds to %s with its status and message", async (error, status, body) => {
    const response = await send(throwing(error));
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(body);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("sends Retry-After while it is busy", async () => {
    const response = await send(throwing(new Busy("source.slotsBusy", 7)));
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("7");
  });

  it("uses the listing's nested shape where an endpoint requires it", async () => {
    expect(
      await (
        await send(throwing(new postgres.PostgresError("relation secret does not exist"), "nested"))
      ).json(),
    ).toEqual({
      error: { message: "Internal server error", type: "database", statusCode: 500 },
    });
    expect(
      await (
        await send(
          throwing(
            new Invalid([{ path: "q", message: { key: "field.number", values: { field: "q" } } }]),
            "nested",
          ),
        )
      ).json(),
    ).toEqual({
      error: { message: "q must be a number.", type: "validation", statusCode: 400 },
      issues: [{ path: "q", message: "q must be a number." }],
    });
  });

  describe("with a rate limit", () => {
    const limited: Endpoint = {
      methods: {
        GET: {
          ...operation,
          rateLimit: "signin",
          handle: () => Promise.reject(new NotFound("anime.notFound")),
        },
      },
    };

    it("counts every request, rejected ones too, and responds 429 past the limit", async () => {
      const context = createTestContext(createTestServices({ RATE_LIMITS: "signin=2/60" }));
      expect((await send(limited, {}, context)).status).toBe(404);
      expect(context.get(responseHeadersContext)).toMatchObject({
        "x-ratelimit-limit": "2",
        "x-ratelimit-remaining": "1",
        "x-ratelimit-reset": "60",
      });
      await send(limited, {}, context);
      const refused = await send(limited, {}, context);
      expect(refused.status).toBe(429);
      const body = (await refused.json()) as { retryAfter: number };
      expect(body).toMatchObject({ error: "Too many requests" });
      expect(refused.headers.get("retry-after")).toBe(String(body.retryAfter));
    });
  });

  describe("with cross-site writes", () => {
    it.each([
      ["another origin", { origin: "https://evil.test" }],
      ["a null origin", { origin: "null" }],
      ["the same name on another port", { origin: "http://akari.test:8080" }],
      ["a browser that says cross-site", { "sec-fetch-site": "cross-site" }],
      ["a sister domain", { "sec-fetch-site": "same-site" }],
      ["a forged forwarded host", { origin: "https://evil.test", "x-forwarded-host": "evil.test" }],
    ])("rejects %s with 403", async (_, headers) => {
      expect((await send(exampleEndpoint, { method: "POST", headers })).status).toBe(403);
    });

    it.each([
      ["our own origin", { origin: "http://akari.test" }],
      ["a listed origin", { origin: "https://friend.test" }],
      ["a browser that says same-origin", { "sec-fetch-site": "same-origin" }],
      ["no browser at all", {}],
    ])("allows %s", async (_, headers) => {
      expect(
        (
          await send(
            exampleEndpoint,
            { method: "POST", headers },
            createTestContext(createTestServices({ CORS_ORIGINS: "https://friend.test" })),
          )
        ).status,
      ).toBe(200);
    });
  });

  describe("with cross-origin reads", () => {
    const preflight = (origin: string) => ({
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });

    it("allows no origin by default", async () => {
      const response = await send(exampleEndpoint, preflight("https://friend.test"));
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    });

    it("allows a listed origin with credentials, and never a wildcard", async () => {
      const context = createTestContext(
        createTestServices({ CORS_ORIGINS: "https://friend.test" }),
      );
      const response = await send(exampleEndpoint, preflight("https://friend.test"), context);
      expect(response.headers.get("access-control-allow-origin")).toBe("https://friend.test");
      expect(response.headers.get("access-control-allow-credentials")).toBe("true");
      expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    });

    it("varies by origin as soon as any is listed", async () => {
      const context = createTestContext(
        createTestServices({ CORS_ORIGINS: "https://friend.test" }),
      );
      await send(exampleEndpoint, { headers: { origin: "https://evil.test" } }, context);
      expect(context.get(responseHeadersContext)).toEqual({ vary: "Origin" });
    });
  });
});
