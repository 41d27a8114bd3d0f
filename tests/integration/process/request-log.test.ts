import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "~/observability/log.server";
import { createMetrics } from "~/observability/metrics.server";
import { createHttpServer } from "~/process/http-server.server";
import { createRequestLog } from "~/process/request-log.server";
import { createStaticFiles } from "~/process/static-files.server";

const SIZE = 20_000_000;

async function startFiles() {
  const folder = mkdtempSync(join(tmpdir(), "akari-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "file.js"), Buffer.alloc(SIZE));
  const messages: string[] = [];
  const log = createLog("info", {
    write: (line) => messages.push((JSON.parse(line) as { msg: string }).msg),
  });
  const files = createStaticFiles(folder);
  const logClosed = createRequestLog(
    log,
    createMetrics({}, () => Promise.resolve([])),
  );
  const server = createHttpServer((incoming, outgoing) => {
    outgoing.on("close", logClosed);
    outgoing.once("pipe", (source: Readable) => (outgoing.source = source));
    files(incoming, outgoing, () => outgoing.end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  /** Closes the connection after that many bytes of the body. */
  const read = (bytes: number) =>
    new Promise<void>((resolve) => {
      let length = -1;
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("GET /file.js HTTP/1.1\r\nHost: x\r\n\r\n"),
      );
      socket.on("data", (chunk) => {
        const head = length === -1 ? chunk.indexOf("\r\n\r\n") + 4 : 0;
        length = Math.max(0, length) + chunk.length - head;
        if (length >= bytes) socket.destroy();
      });
      socket.on("close", () => resolve());
    });
  return { read, messages, origin: `http://127.0.0.1:${port}` };
}

it("logs a file as sent when its client closes the connection after the last byte", async () => {
  const { read, messages } = await startFiles();
  for (let count = 1; count <= 10; count += 1) {
    await read(SIZE);
    await expect.poll(() => messages).toHaveLength(count);
  }
  expect(new Set(messages)).toEqual(new Set(["request"]));
});

it("logs a file as aborted when its client closes the connection before", async () => {
  const { read, messages } = await startFiles();
  await read(1_000_000);
  await expect.poll(() => messages).toEqual(["request aborted"]);
});

it("does not log probes", async () => {
  const { messages, origin } = await startFiles();
  for (const path of ["/healthz", "/readyz?from=balancer", "/readyz/more"])
    await (await fetch(origin + path)).arrayBuffer();
  await expect.poll(() => messages).toEqual(["request"]);
});
