// @module-tag rest
import { expect, it, onTestFinished } from "vitest";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { getFreePort } from "../../../scripts/support/free-port";
import { addAnime } from "../../factories/anime";
import { noise } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startFakeOtlp } from "../../fakes/otlp";
import { serveImage } from "../../support/media/image-service";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const PARENT = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;

async function start(environment: Record<string, string>): Promise<Site> {
  const server = await startSite({
    OTEL_BSP_SCHEDULE_DELAY: "50",
    ...databaseEnvironment(database.options),
    ...environment,
  });
  onTestFinished(() => server.stop());
  return server;
}

it("traces requests by route, with their statements and their requests to other servers", async () => {
  const otlp = await startFakeOtlp();
  const origin = await startMediaOrigin({
    "/image.jpg": serveImage(await noise({ width: 8, height: 8 }), "image/jpeg"),
  });
  const { mal_id: id } = await addAnime(database.db, { mal_id: 900_001, title: "Traced" });
  const { url } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${otlp.url}/otel/`,
    OTEL_SERVICE_NAME: "akari-test",
    OUTBOUND_ALLOW: origin.host,
  });
  const page = await fetch(`${url}/anime/${id}/secret-words?token=veiled`);
  const api = await fetch(`${url}/api/animes/getAnime?id=${id}`);
  const source = encodeURIComponent(`${origin.url}/image.jpg?veiled`);
  const image = await fetch(`${url}/api/proxy?url=${source}`);
  expect([page.status, api.status, image.status]).toEqual([200, 200, 200]);
  await Promise.all([page, api, image].map((response) => response.arrayBuffer()));
  await fetch(`${url}/no/such/page`);
  await fetch(`${url}/healthz`);

  const servers = () => otlp.spans.filter(({ kind }) => kind === 2);
  // The words are redirected to the title's own.
  await expect.poll(() => servers().map(({ name }) => name)).toHaveLength(5);
  expect(servers().map(({ name }) => name)).toEqual(
    expect.arrayContaining(["GET /anime/:id/:slug?", "GET /api/animes/getAnime", "GET /api/proxy"]),
  );
  const ofRequest = ({ headers }: Response) =>
    servers().find(
      ({ attributes }) => attributes["akari.request_id"] === headers.get("x-request-id"),
    );
  const pageSpan = ofRequest(page);
  expect(pageSpan).toMatchObject({
    name: "GET /anime/:id/:slug?",
    service: "akari-test",
    attributes: {
      "http.route": "/anime/:id/:slug?",
      "http.request.method": "GET",
      "http.response.status_code": 200,
    },
  });
  const childrenOf = (response: Response) =>
    otlp.spans.filter(({ parentSpanId }) => parentSpanId === ofRequest(response)?.spanId);
  await expect.poll(() => childrenOf(page)).not.toEqual([]);
  for (const span of childrenOf(page)) {
    expect(span.traceId).toBe(pageSpan?.traceId);
    expect(span.attributes["db.system.name"]).toBe("postgresql");
  }
  await expect
    .poll(() => childrenOf(image))
    .toMatchObject([
      {
        name: "GET",
        kind: 3,
        attributes: {
          "server.address": "127.0.0.1",
          "server.port": origin.port,
          "http.response.status_code": 200,
        },
      },
    ]);
  expect(JSON.stringify(otlp.spans)).not.toMatch(/veiled|secret-words|Traced/);
});

it("continues the trace of a trusted proxy only", async () => {
  for (const [trusted, isContinued] of [
    ["", false],
    ["127.0.0.1", true],
  ] as const) {
    const otlp = await startFakeOtlp();
    const { url } = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${otlp.url}/otel`,
      TRUSTED_PROXIES: trusted,
    });
    await fetch(`${url}/api/genres`, { headers: { traceparent } });
    await expect.poll(() => otlp.spans.find(({ kind }) => kind === 2)).toBeDefined();
    const span = otlp.spans.find(({ kind }) => kind === 2);
    expect(span?.service).toBe("akari");
    expect([span?.traceId, span?.parentSpanId]).toEqual(
      isContinued
        ? [PARENT.traceId, PARENT.spanId]
        : [expect.not.stringMatching(PARENT.traceId), undefined],
    );
  }
});

it("serves, says so once, and stops in time without a receiver", async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await getFreePort()}`,
    // The exporter tries again until then.
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
  });
  for (let count = 0; count < 5; count += 1)
    expect((await fetch(`${server.url}/api/genres`)).status).toBe(200);
  const warnings = () => server.output().stdout.match(/traces could not be sent/g) ?? [];
  await expect.poll(warnings).toHaveLength(1);
  expect((await fetch(`${server.url}/api/genres`)).status).toBe(200);
  server.signal("SIGTERM");
  expect(await server.exited).toBe(0);
  expect(warnings()).toHaveLength(1);
});

it("refuses an endpoint that is no URL", async () => {
  const server = await startBuiltServer({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" });
  expect(await server.exited).toBe(1);
  expect(server.output().stderr).toContain("OTEL_EXPORTER_OTLP_ENDPOINT must be an http");
});
