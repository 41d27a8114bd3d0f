import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { OPENSSL } from "../../support/media/self-signed";
import { startSite, type Site } from "../../support/server/site";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";

const { options } = await testDatabase({ template: STARTER_TEMPLATE });
const folder = mkdtempSync(join(tmpdir(), "akari-tls-"));
const inFolder = (name: string) => join(folder, name);
const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore" });
const NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

let server: Site;

/** Issues a certificate of the authority that the server trusts. */
function issueCertificate({ address = "127.0.0.1", days = 2 } = {}): ServerOptions {
  const [key, request, extensions, cert] = ["key", "csr", "cnf", "pem"].map((type) =>
    inFolder(`${address}-${days}.${type}`),
  ) as [string, string, string, string];
  writeFileSync(extensions, `subjectAltName=IP:${address}\n`);
  openssl("req", ...NEW_KEY, "-subj", "/CN=origin", "-keyout", key, "-out", request);
  openssl(
    ...["x509", "-req", "-in", request, "-CA", inFolder("ca.pem"), "-CAkey", inFolder("ca.key")],
    ...["-CAcreateserial", "-days", String(days), "-extfile", extensions, "-out", cert],
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** The statuses of both proxies for an origin with these TLS options, and its requests. */
async function fetchFrom(tls: ServerOptions): Promise<{ statuses: number[]; requests: number }> {
  let requests = 0;
  const origin = createServer(tls, (_, response) => {
    requests += 1;
    response.writeHead(200, { "content-type": "video/mp2t" }).end(Buffer.alloc(188, 0x47));
  });
  origin.listen(0, "127.0.0.1");
  await once(origin, "listening");
  onTestFinished(() => void origin.close());
  const url = `https://127.0.0.1:${(origin.address() as AddressInfo).port}/a.ts`;
  const statuses: number[] = [];
  for (const path of ["/api/videoProxy", "/api/proxy"]) {
    const response = await fetch(`${server.url}${path}?url=${encodeURIComponent(url)}`);
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return { statuses, requests };
}

describe.skipIf(OPENSSL === undefined)("the origin (needs openssl)", () => {
  beforeAll(async () => {
    openssl(
      ...["req", "-x509", ...NEW_KEY, "-subj", "/CN=authority", "-days", "2"],
      ...["-keyout", inFolder("ca.key"), "-out", inFolder("ca.pem")],
    );
    server = await startSite({
      ...databaseEnvironment(options),
      OUTBOUND_ALLOW: "127.0.0.1",
      NODE_EXTRA_CA_CERTS: inFolder("ca.pem"),
    });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it("a certificate of a trusted authority is accepted", async () => {
    // The bytes are media, but no image.
    expect(await fetchFrom(issueCertificate())).toEqual({ statuses: [200, 400], requests: 2 });
  });

  it.each([
    ["an expired certificate", () => issueCertificate({ days: -1 })],
    ["a certificate of another host", () => issueCertificate({ address: "127.0.0.2" })],
    [
      "TLS 1.0 only",
      (): ServerOptions => ({
        ...issueCertificate({ days: 3 }),
        minVersion: "TLSv1",
        maxVersion: "TLSv1",
        ciphers: "DEFAULT@SECLEVEL=0",
      }),
    ],
  ])("SSRF-S43 %s is refused before a request is sent", async (_, tls) => {
    expect(await fetchFrom(tls())).toEqual({ statuses: [500, 500], requests: 0 });
  });
});
