import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRelayConnections } from "./relay-connections.server";
import { WholeMessage } from "./whole-message.server";

/** Responds to each request with the next of `responses`. */
async function startRelay(responses: readonly string[]) {
  const accepted: Socket[] = [];
  let next = 0;
  const origin = createServer((socket) => {
    accepted.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => void socket.write(responses[next++] ?? "", "latin1"));
  }).listen(0, "127.0.0.1");
  await once(origin, "listening");
  const { port } = origin.address() as AddressInfo;
  const dialled: Socket[] = [];
  const relays = createRelayConnections((url, _, onread) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), onread });
    dialled.push(socket);
    return socket;
  });
  onTestFinished(() => {
    relays.close();
    for (const socket of accepted) socket.destroy();
    origin.close();
  });
  const get = () =>
    relays.get(new URL(`http://127.0.0.1:${port}/`), true, {}, new AbortController().signal);
  return { get, accepted, dialled };
}

const ok = (length: number, body: string, ...lines: string[]) =>
  ["HTTP/1.1 200 OK", `Content-Length: ${length}`, ...lines, "", body].join("\r\n");

describe("a body that arrives with its head", () => {
  it("needs no stream, but may be read as one", async () => {
    const { get, accepted } = await startRelay([ok(5, "first"), ok(6, "second")]);
    const first = await get();
    const second = await get();
    expect([first, second].map((message) => message instanceof WholeMessage)).toEqual([true, true]);
    expect((first as WholeMessage).bytes.toString()).toBe("first");
    const parts: unknown[] = [];
    for await (const part of second) parts.push(part);
    expect(parts.join("")).toBe("second");
    expect(accepted).toHaveLength(1);
  });

  it("is cut at its length, and its connection closed", async () => {
    const { get, accepted, dialled } = await startRelay([ok(2, "hi there"), ok(2, "ho")]);
    expect(((await get()) as WholeMessage).bytes.toString()).toBe("hi");
    expect(dialled[0]?.destroyed).toBe(true);
    expect(((await get()) as WholeMessage).bytes.toString()).toBe("ho");
    expect(accepted).toHaveLength(2);
  });
});

describe("the idle timer of a connection", () => {
  it("is not restarted per exchange, and does not end one", async () => {
    const { get, dialled } = await startRelay([
      ok(2, "hi", "Keep-Alive: timeout=3"),
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
    ]);
    await get();
    const socket = dialled[0];
    expect(socket?.timeout).toBe(2_000);
    const slow = await get();
    expect(slow).not.toBeInstanceOf(WholeMessage);
    socket?.emit("timeout");
    expect(socket?.destroyed).toBe(false);
    (slow as Exclude<typeof slow, WholeMessage>).destroy();
  });

  it("closes it while it waits", async () => {
    const { get, dialled } = await startRelay([ok(2, "hi")]);
    await get();
    expect(dialled[0]?.timeout).toBe(15_000);
    dialled[0]?.emit("timeout");
    expect(dialled[0]?.destroyed).toBe(true);
  });
});
