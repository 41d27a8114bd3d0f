import { createECDH } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { loadConfig } from "~/config/config.server";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { createPushAuthorizer, PUSH_CURVE } from "~/providers/channels/push";
import { sendToChannel } from "~/providers/channels/send.server";
import { createKeyring } from "~/secrets/keyring.server";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createStreamSlots } from "~/media/video/stream-slots";
import { createVideoProxy } from "~/media/video/video-proxy.server";
import { createPushBrowser } from "../fakes/push-browser";
import { startMediaOrigin, type MediaOrigin } from "../fakes/media-origin";
import { serveFile, transportStream } from "../fakes/media-file";
import { startProcess } from "../support/server/process";
import { createSelfSignedCertificate } from "../support/media/self-signed";
import { sendRequest, type ProxyResponse } from "../support/media/video-proxy";
import { startNameServer, type Resolver } from "./name-server";

const PUBLIC = "45.67.89.10";
const PORT = 9000;
const PRIVATE = [
  "127.0.0.1",
  "::1",
  "10.9.8.7",
  "172.16.5.5",
  "192.168.77.7",
  "169.254.169.254",
  "100.64.1.1",
  "198.18.0.1",
  "192.0.2.1",
  "fd00::7",
  "2606:4700::5efe:7f00:1",
  "2002:7f00:1::",
  "64:ff9b::7f00:1",
];
const SECRET = "the canary's bytes";
const REFUSED = {
  error: "This source is not allowed: it is not on the public internet.",
  status: 400,
};

const redirect =
  (location: string, status = 302) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { location }).end("moved");
const film = serveFile(transportStream(10_000));
const names: Record<string, Resolver> = {
  "pub.test": () => [PUBLIC],
  "six.test": () => ["2606:4567:89ab::10"],
  "xn--bcher-kva.test": () => [PUBLIC],
  "priv.test": () => ["127.0.0.1"],
  "priv6.test": () => ["::1", "::ffff:7f00:1"],
  "meta.test": () => ["169.254.169.254"],
  "cname.test": () => ({ alias: "internal.test", addresses: ["10.9.8.7"] }),
  "multi.test": (queryCount) =>
    queryCount % 2 === 0 ? [PUBLIC, "127.0.0.1"] : ["127.0.0.1", PUBLIC],
  "rebind.test": (queryCount) => (queryCount % 2 === 0 ? [PUBLIC] : ["127.0.0.1"]),
  "slow.test": () => null,
};

/** URLs that lead into this network, with their cases. */
const PRIVATE_SOURCES = [
  ["SSRF-S01", "http://127.0.0.1:9000/"],
  ["SSRF-S02", "http://localhost:9000/"],
  ["SSRF-S03", "http://[::1]:9000/"],
  ["SSRF-S04", "http://0.0.0.0:9000/"],
  ["SSRF-S05", "http://[::]:9000/"],
  ["SSRF-S06", "http://2130706433:9000/"],
  ["SSRF-S07", "http://0x7f000001:9000/"],
  ["SSRF-S08", "http://127.0.0.1.:9000/"],
  ["SSRF-S09", "http://127%E3%80%820%E3%80%820%E3%80%821:9000/"],
  ["SSRF-S10", "http://[::ffff:127.0.0.1]:9000/"],
  ["SSRF-S11", "http://[::127.0.0.1]:9000/"],
  ["SSRF-S12", "http://[64:ff9b::7f00:1]:9000/"],
  ["SSRF-S13", "http://[2002:7f00:1::]:9000/"],
  ["SSRF-S14", "http://[2606:4700::5efe:7f00:1]:9000/"],
  ["SSRF-S15", "http://[fd00::7]:9000/"],
  ["SSRF-S16", "http://10.9.8.7:9000/"],
  ["SSRF-S16", "http://172.16.5.5:9000/"],
  ["SSRF-S16", "http://192.168.77.7:9000/"],
  ["SSRF-S18", "http://169.254.169.254:9000/latest/meta-data/"],
  ["SSRF-S19", "http://100.64.1.1:9000/"],
  ["SSRF-S20", "http://198.18.0.1:9000/"],
  ["SSRF-S20", "http://192.0.2.1:9000/"],
  ["SSRF-S21", "http://priv.test:9000/"],
  ["SSRF-S21", "http://priv6.test:9000/"],
  ["SSRF-S21", "http://meta.test:9000/"],
  ["SSRF-S22", "http://cname.test:9000/"],
] as const;

/** Servers inside of this network, with their requests. */
let internalOrigins: MediaOrigin[];
let publicOrigin: MediaOrigin;
let site: { origin: string; port: number };

const request = (
  path: "/api/proxy" | "/api/videoProxy",
  source: string,
  headers?: Record<string, string>,
): Promise<ProxyResponse> =>
  sendRequest(`${site.origin}${path}?url=${encodeURIComponent(source)}`, headers);
const contacted = () =>
  internalOrigins.reduce((sum, { connections }) => sum + connections.accepted, 0);
const body = (response: ProxyResponse) =>
  JSON.parse(response.body.toString()) as { error: string; status: number };

/** The same message in all cases, nothing of the target in the response, and no connection. */
async function expectRefused(
  source: string,
  expected: { error?: string; status: number } = REFUSED,
): Promise<void> {
  for (const path of ["/api/proxy", "/api/videoProxy"] as const) {
    const response = await request(path, source);
    expect([response.status, body(response), response.headers["cache-control"]]).toMatchObject([
      expected.status,
      expected,
      "private, no-store",
    ]);
    expect(response.body.toString()).not.toContain(SECRET);
    expect(response.body.toString()).not.toMatch(/\d+\.\d+\.\d+|::|stack|ECONN/);
  }
  expect(contacted()).toBe(0);
}

describe.skipIf(process.env["AKARI_OWN_NETWORK"] !== "1")(
  "the proxies in a network namespace, without exceptions (needs a network namespace)",
  () => {
    beforeEach(async () => {
      await startNameServer(names);
      internalOrigins = await Promise.all(
        PRIVATE.map((host) =>
          startMediaOrigin((_, response) => void response.end(SECRET), { host, port: PORT }),
        ),
      );
      const picture = await sharp({
        create: { width: 8, height: 8, channels: 3, background: "#a04040" },
      })
        .png()
        .toBuffer();
      publicOrigin = await startMediaOrigin(
        {
          "/film.ts": film,
          "/a.png": (_, response) =>
            void response.writeHead(200, { "content-type": "image/png" }).end(picture),
          "/moved": redirect(`http://pub.test:${PORT}/film.ts`, 303),
          "/loop": redirect("/loop"),
          "/a.m3u8": (_, response) =>
            void response.end(
              `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.1:${PORT}/k"\n#EXTINF:4,\nhttp://10.9.8.7:${PORT}/s.ts\n`,
            ),
          ...Object.fromEntries(
            [301, 302, 303, 307, 308].flatMap((status) => [
              [`/to-loopback-${status}`, redirect(`http://127.0.0.1:${PORT}/x`, status)],
              [`/to-name-${status}`, redirect(`http://priv.test:${PORT}/`, status)],
              [`/chain-${status}`, redirect(`/second-${status}`, status)],
              [`/second-${status}`, redirect(`/to-loopback-${status}`, status)],
            ]),
          ),
          "/to-file": redirect("file:///etc/passwd"),
          "/to-six": redirect(`http://[::ffff:10.9.8.7]:${PORT}/`),
        },
        { host: PUBLIC, port: PORT },
      );
      site = await startProcess({
        environment: { RATE_LIMITS: "videoProxy=1000000/60" },
      });
    });

    it.each(PRIVATE_SOURCES)("reject %s %s", async (_, source) => {
      await expectRefused(source);
    });

    it("dial only the public address of names that have both (SSRF-S23)", async () => {
      for (let attempt = 0; attempt < 100; attempt += 1)
        expect(
          (
            await request("/api/videoProxy", `http://multi.test:${PORT}/film.ts`, {
              connection: "close",
            })
          ).status,
        ).toBe(200);
      expect(contacted()).toBe(0);
    });

    it("are not fooled by DNS rebinding (SSRF-S24)", async () => {
      const statuses = await Promise.all(
        Array.from(
          { length: 200 },
          async () =>
            (await request("/api/videoProxy", `http://rebind.test:${PORT}/film.ts`)).status,
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200, 400]));
      expect(contacted()).toBe(0);
    });

    it.each([301, 302, 303, 307, 308])(
      "check every hop of a redirect with %i (SSRF-S25, SSRF-S26, SSRF-S27)",
      async (status) => {
        for (const path of ["to-loopback", "to-name", "chain"])
          await expectRefused(`http://pub.test:${PORT}/${path}-${status}`);
      },
    );

    it("follow no redirect into files, disguises or loops (SSRF-S28, SSRF-S29)", async () => {
      await expectRefused(`http://pub.test:${PORT}/to-file`, { status: 400 });
      await expectRefused(`http://pub.test:${PORT}/to-six`);
      await expectRefused(`http://pub.test:${PORT}/loop`, { status: 400 });
    });

    it("put nothing of a URL into the request's head (SSRF-S33)", async () => {
      for (const source of [
        `http://pub.test:${PORT}/%0d%0aX-Injected:%201`,
        `http://pub.test:${PORT}/\r\nX-Injected: 1`,
        `http://pub.test:${PORT}/ HTTP/1.1\r\nX-Injected: 1\r\n\r\n`,
      ])
        await request("/api/videoProxy", source);
      expect(publicOrigin.requests.length).toBeGreaterThan(0);
      expect(
        publicOrigin.requests
          .map(({ headers }) => headers["x-injected"])
          .filter((value) => value !== undefined),
      ).toEqual([]);
    });

    it("reject their own URL (SSRF-S35), and more than one URL (SSRF-S41)", async () => {
      const own = await sendRequest(
        `${site.origin}/api/videoProxy?url=${encodeURIComponent("http://pub.test/api/videoProxy?url=x")}`,
        { host: "pub.test" },
      );
      expect([own.status, body(own).error]).toEqual([
        400,
        "This URL belongs to this site and can’t be proxied.",
      ]);
      for (const path of ["/api/proxy", "/api/videoProxy"]) {
        const both = ["http://pub.test:9000/a.png", "http://127.0.0.1:9000/"].map(
          (source) => `url=${encodeURIComponent(source)}`,
        );
        for (const query of [
          both.join("&"),
          both.reverse().join("&"),
          `url[]=${encodeURIComponent("http://127.0.0.1:9000/")}`,
        ])
          expect((await sendRequest(`${site.origin}${path}?${query}`)).status).toBe(400);
      }
      expect(contacted()).toBe(0);
    });

    it("reject invalid certificates (SSRF-S42)", async () => {
      const origin = await startMediaOrigin(film, {
        host: PUBLIC,
        port: 9443,
        tls: createSelfSignedCertificate("pub.test"),
      });
      await expectRefused("https://pub.test:9443/film.ts", { status: 500 });
      expect(origin.requests).toHaveLength(0);
    });

    it("time out on names without a DNS response (SSRF-S44)", async () => {
      const outbound = createOutbound({ allow: [], slots: { perHost: 4, total: 8, queue: 8 } });
      onTestFinished(() => outbound.close());
      const video = createVideoProxy({
        outbound,
        slots: createStreamSlots({ total: 8, perClient: 8 }),
        times: { firstByteMs: 300, idleMs: 300 },
      });
      await expect(
        video.respond({
          source: "http://slow.test/",
          client: "198.51.100.1",
          signal: new AbortController().signal,
          ownOrigin: site.origin,
        }),
      ).rejects.toThrow("The source did not respond in time.");
      await vi.waitFor(() => expect(outbound.active).toBe(0));
    });

    it("respond 404 for unknown hosts and 500 for closed ports (SSRF-S36, SSRF-S45)", async () => {
      const unknown = {
        error: "The source’s host does not exist or does not respond.",
        status: 404,
      };
      const closed = { error: "The source could not be fetched.", status: 500 };
      for (const [source, expected] of [
        ["http://nowhere.test/a.png", unknown],
        [`http://${PUBLIC}:9001/a.png`, closed],
        ["http://pub.test:9001/a.png", closed],
      ] as const) {
        for (const path of ["/api/proxy", "/api/videoProxy"] as const) {
          const response = await request(path, source);
          expect([response.status, body(response).status]).toEqual([
            expected.status,
            expected.status,
          ]);
        }
        expect(body(await request("/api/videoProxy", source))).toEqual(expected);
      }
    });

    it("send no message of a channel there, and follow no redirect", async () => {
      const { outbound } = createNotificationServices(
        loadConfig({ OUTBOUND_ALLOW: "127.0.0.1" }),
        createKeyring([], [SECRET]),
      );
      onTestFinished(() => outbound.close());
      const message = {
        ...{ id: "akari-1", title: "Akari", text: "Hello", url: null },
        card: {
          ...{ title: "Akari", body: "Hello", path: "/", image: null, tag: "test" },
          ...{ seen: null, watch: null },
        },
        event: { type: "channel.test", at: new Date(), data: () => ({}) },
      };
      const site = createECDH(PUSH_CURVE);
      const vapid = {
        publicKey: site.generateKeys("base64url"),
        privateKey: site.getPrivateKey("base64url").padStart(43, "A"),
        subject: "mailto:nobody@example.org",
      };
      const authorize = createPushAuthorizer(vapid);
      const sender = { outbound, readAuthorizer: () => Promise.resolve(authorize) };
      const send = (url: string) => sendToChannel(sender, { kind: "apprise", url }, message);
      const push = (url: string) =>
        sendToChannel(sender, { kind: "push", url, ...createPushBrowser().keys }, message);
      for (const [, source] of PRIVATE_SOURCES)
        for (const outcome of [await send(source), await push(source)])
          expect([source, outcome]).toMatchObject([
            source,
            { result: "failed", status: null, problem: "refused" },
          ]);
      for (const status of [301, 302, 303, 307, 308])
        expect(await send(`http://pub.test:${PORT}/to-loopback-${status}`)).toMatchObject({
          result: "failed",
          status,
        });
      expect(contacted()).toBe(0);
      expect(await send(`http://pub.test:${PORT}/a.png`)).toEqual({ result: "sent", status: 200 });
    });

    it("fetch what is public (SSRF-S46, SSRF-S47)", async () => {
      await startMediaOrigin({ "/film.ts": film }, { host: "2606:4567:89ab::10", port: PORT });
      await startMediaOrigin({ "/film.ts": film }, { host: PUBLIC, port: 80 });
      for (const source of [
        `http://${PUBLIC}:${PORT}/film.ts`,
        `http://pub.test:${PORT}/film.ts`,
        `http://pub.test:${PORT}/moved`,
        `http://[2606:4567:89ab::10]:${PORT}/film.ts`,
        `http://six.test:${PORT}/film.ts`,
        `http://bücher.test:${PORT}/film.ts`,
        `http://xn--bcher-kva.test:${PORT}/film.ts`,
        "HTTP://PUB.Test:80/film.ts",
      ]) {
        const response = await request("/api/videoProxy", source);
        expect([source, response.status, response.body.length]).toEqual([source, 200, 10_000]);
      }
      const image = await request("/api/proxy", `http://pub.test:${PORT}/a.png`);
      expect([image.status, image.headers["content-type"]]).toEqual([200, "image/webp"]);
    });

    it("fetch no URI of a playlist until a client requests it, and then check it (SSRF-S48)", async () => {
      const playlist = (
        await request("/api/videoProxy", `http://pub.test:${PORT}/a.m3u8`)
      ).body.toString();
      const links = playlist.match(/\/api\/videoProxy\?url=[^"\n]+/g) ?? [];
      expect(links).toHaveLength(2);
      for (const link of links)
        expect(body(await sendRequest(site.origin + link))).toMatchObject(REFUSED);
      expect(contacted()).toBe(0);
    });
  },
);
