// @module-tag rest
import { readdirSync, readFileSync } from "node:fs";
import { createRequestHandler, type ServerBuild } from "react-router";
import { expect, it, onTestFinished, vi } from "vitest";
import { bodyExample } from "~/http/api/request-examples";
import { responseHeadersContext } from "~/http/context";
import { addAnimes, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { apiOperations, apiRoutes, apiTable } from "../../support/server/api-routes";
import { createTestContext, createTestServices } from "../../support/server/context";
import { ANIME, EVERY_REQUEST } from "../../support/server/every-request";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
await addAnimes(database.db, { mal_id: Number(ANIME), title: "Sousou no Frieren" });
await addEpisodes(database.db, Number(ANIME), 1, 2);

/** The API's part of a build, below a root without middleware. */
const build = {
  entry: { module: { default: () => new Response("a page") } },
  routes: {
    root: { id: "root", path: "", module: { default: () => null } },
    ...Object.fromEntries(
      Object.entries(apiTable).map(([id, route]) => [id, { ...route, parentId: "root" }]),
    ),
  },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: { v8_middleware: true },
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial" },
  allowedActionOrigins: ["**"],
} as unknown as ServerBuild;
const router = createRequestHandler(build, "production");

type Way = "table" | "router";

/** Responds in one of both ways, with counters of its own. */
function createWay(way: Way) {
  const services = { ...createTestServices({}, database), apiRoutes };
  return async (path: string, init: RequestInit) => {
    const request = new Request(`http://akari.test${path}`, init);
    const context = createTestContext(services);
    const response =
      way === "table"
        ? await apiRoutes.respond(new URL(request.url).pathname, { request, context })
        : await router(request, context);
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      // The window of a limit ends by a clock that no test sets.
      ownHeaders: { ...context.get(responseHeadersContext), "x-ratelimit-reset": "" },
      text: request.method === "HEAD" ? "" : text,
    };
  };
}

type Sent = [path: string, init: RequestInit];

function send(method: string, path: string, body: string, headers: Record<string, string>): Sent {
  const isRead = method === "GET" || method === "HEAD";
  const type = { "content-type": "application/json" };
  return [path, { method, ...(isRead ? {} : { body }), headers: { ...type, ...headers } }];
}

/** Requests that change nothing: reads, and writes that are refused. */
const requestsWith = (cookie: string): Sent[] => [
  ...EVERY_REQUEST.filter(([, url]) => /^\/api\/(?!.*\.data$)/.test(url)).flatMap(([, url]) =>
    ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].flatMap((method) => [
      send(method, url, "{}", {}),
      send(method, url, "[", url === "/api/auth/signout" ? {} : { cookie }),
    ]),
  ),
  ...apiOperations.map(({ method, path }) => {
    const example = JSON.stringify(bodyExample(`${method} ${path}`) ?? {});
    return send(method, path, example, { origin: "https://evil.test" });
  }),
  ["/api", {}],
  ["/api/", {}],
  ["/api/nothing", {}],
  ["/api/nothing", { method: "POST", body: "{}" }],
  ["/api/ANIMES", {}],
  ["/api/user/WatchList", {}],
  ["/api/user/watchlist/", { headers: { cookie } }],
  ["/api/animes/full/", {}],
  ["/api/animes?genre_filter=none&type_filter=x", {}],
  ["/api/animes/full?page=0", {}],
];

it("responds to each method of each path as React Router does by its routes", async () => {
  const { cookie } = await createSignedInClient(database);
  const requests = requestsWith(cookie);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const [byTable, byRouter] = [createWay("table"), createWay("router")];
  const differences = [];
  for (const [path, init] of requests) {
    const [one, other] = [await byTable(path, init), await byRouter(path, init)];
    if (JSON.stringify(one) !== JSON.stringify(other)) differences.push({ path, init, one, other });
  }
  expect(requests.length).toBeGreaterThan(800);
  expect(differences).toEqual([]);
});

it("is not part of what browsers load", () => {
  const assets = "build/client/assets";
  const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
  const [manifest = "", ...others] = scripts.filter((name) => name.startsWith("manifest-"));
  expect(others).toEqual([]);
  const routes = readFileSync(`${assets}/${manifest}`, "utf8");
  expect(routes).toContain('"anime/:id/:slug?"');
  expect(routes).not.toMatch(/"(?:api|media)\//);
  const texts = scripts.map((name) => readFileSync(`${assets}/${name}`, "utf8"));
  const shipped = apiOperations.filter(
    ({ operation: { description } }) =>
      description !== undefined && texts.some((text) => text.includes(description)),
  );
  expect(shipped).toEqual([]);
});
