import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { rawExchange } from "../../support/server/raw-http";
import { startProcess } from "../../support/server/process";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const LIMIT = 64 * 1024;

interface Upload {
  socket: Socket;
  received: () => string;
  error: () => NodeJS.ErrnoException | null;
}

/** Sends the head of a request with a JSON body and leaves the body to the test. */
async function startUpload(length: number | "chunked"): Promise<Upload> {
  const { port } = await startProcess({ database });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  let received = "";
  let failure: NodeJS.ErrnoException | null = null;
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  socket.on("error", (error) => (failure = error));
  const size =
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${String(length)}`;
  socket.write(
    `POST /api/auth/signin HTTP/1.1\r\nHost: akari.test\r\nContent-Type: application/json\r\n${size}\r\n\r\n`,
  );
  return { socket, received: () => received, error: () => failure };
}

/** Waits until the bytes are with the kernel, as a blocking client does. */
const write = (socket: Socket, bytes: Buffer | string) =>
  new Promise<void>((resolve, reject) =>
    socket.write(bytes, (error) => (error ? reject(error) : resolve())),
  );

describe("a client that sends a whole body before it reads", () => {
  it.each([LIMIT + 1, 2 * LIMIT, 30 * 1024 * 1024])(
    "reads the 413 after %i bytes, without a reset",
    async (length) => {
      const { socket, received, error } = await startUpload(length);
      const chunk = Buffer.alloc(LIMIT, " ");
      for (let sent = 0; sent < length; sent += chunk.length)
        await write(socket, chunk.subarray(0, Math.min(chunk.length, length - sent)));
      await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /);
      expect(error()).toBeNull();
    },
  );

  it("reads it where the length is not declared", async () => {
    const { socket, received, error } = await startUpload("chunked");
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < 40; sent += 1) await write(socket, chunk);
    await write(socket, "0\r\n\r\n");
    await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(error()).toBeNull();
  });

  it("reads it while the body is slow", async () => {
    const { socket, received } = await startUpload(10 * LIMIT);
    const timer = setInterval(() => socket.write(" "), 50);
    onTestFinished(() => clearInterval(timer));
    await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /);
    // The wait for the rest is bounded.
    await once(socket, "close");
  });

  it("sends a body of exactly the limit", async () => {
    const { socket, received } = await startUpload(LIMIT);
    await write(socket, Buffer.alloc(LIMIT, " "));
    await expect.poll(received).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("a client of HTTP/1.0 without a Host", () => {
  it.each(["/healthz", "/readyz"])("checks %s", async (path) => {
    const { port } = await startProcess({ database });
    expect(await rawExchange(port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await rawExchange(port, `HEAD ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(["/", "/api/animes/full", "/robots.txt"])(
    "gets an error that %s needs one",
    async (path) => {
      const { port } = await startProcess({ database });
      expect(await rawExchange(port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});
