import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { serveFile, sha256, transportStream } from "../../fakes/media-file";
import { startMediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { startRawOrigin } from "../../support/media/raw-origin";
import { createVideoProxyClient, type ProxyResponse } from "../../support/media/video-proxy";

const FILM = transportStream(3_000_000);
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\n";

/** Each byte in a packet of its own. */
async function writeSlowly(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text, "latin1"))
    await new Promise<void>(
      (resolve) => void socket.write(Buffer.of(byte), () => setImmediate(resolve)),
    );
}

async function sendMany(
  origin: { url: string; host: string },
  times = 1,
): Promise<ProxyResponse[]> {
  const client = await createVideoProxyClient([origin as MediaOrigin]);
  const responses: ProxyResponse[] = [];
  for (let time = 0; time < times; time += 1)
    responses.push(await client.get(`${origin.url}/film.ts`));
  return responses;
}

describe("a relayed response", () => {
  it("may arrive in any chunks, after early hints, framed by length, chunks or the connection's end", async () => {
    const body = FILM.toString("latin1", 0, 600);
    for (const text of [
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${HEAD}Content-Length: 600\r\n\r\n${body}`,
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n12C\r\n${body.slice(0, 300)}\r\n12c\r\n${body.slice(300)}\r\n0\r\n\r\n`,
      `${HEAD}\r\n${body}`,
      `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(16)}${HEAD}Content-Length: 600\r\n\r\n${body}`,
    ]) {
      const origin = await startRawOrigin(
        (socket) =>
          void writeSlowly(socket, text).then(() => text.startsWith(`${HEAD}\r\n`) && socket.end()),
      );
      const [response] = await sendMany(origin);
      expect([response?.status, response?.complete, response?.body.toString("latin1")]).toEqual([
        200,
        true,
        body,
      ]);
    }
  });

  it("has the same bytes for many concurrent viewers, fast and slow, with shared buffers", async () => {
    const films = Array.from({ length: 6 }, (_, index) => {
      const film = Buffer.from(FILM);
      for (let at = 1; at < film.length; at += 188) film[at] = index;
      return film;
    });
    const origin = await startMediaOrigin(
      Object.fromEntries(
        films.map((film, index) => [
          `/${index}.ts`,
          serveFile(film, index % 3 === 2 ? { omitsLength: true } : {}),
        ]),
      ),
    );
    const client = await createVideoProxyClient([origin]);
    const responses = await Promise.all(
      Array.from({ length: 36 }, (_, index) => client.get(`${origin.url}/${index % 6}.ts`)),
    );
    for (const [index, { body, complete }] of responses.entries())
      expect([complete, sha256(body)]).toEqual([true, sha256(films[index % 6] ?? Buffer.alloc(0))]);
  });

  it("is read no further than its length, and its connection is then not reused", async () => {
    const origin = await startRawOrigin(
      (socket) =>
        void socket.write(
          `${HEAD}Content-Length: 600\r\n\r\n${FILM.toString("latin1", 0, 600)}HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\nbad`,
          "latin1",
        ),
    );
    const responses = await sendMany(origin, 2);
    expect(responses.map(({ status, body }) => [status, sha256(body)])).toEqual(
      Array.from({ length: 2 }, () => [200, sha256(FILM.subarray(0, 600))]),
    );
    expect(origin.connections).toBe(2);
  });

  it("leaves its connection reusable, unless it says otherwise", async () => {
    const response = (more: string) =>
      `${HEAD}${more}Content-Length: 600\r\n\r\n${FILM.toString("latin1", 0, 600)}`;
    for (const [more, connections] of [
      ["", 1],
      ["Connection: close\r\n", 3],
      ["Keep-Alive: timeout=1\r\n", 3],
    ] as const) {
      const origin = await startRawOrigin((socket) => void socket.write(response(more), "latin1"));
      expect((await sendMany(origin, 3)).map(({ status, complete }) => [status, complete])).toEqual(
        Array.from({ length: 3 }, () => [200, true]),
      );
      expect(origin.connections).toBe(connections);
    }
  });

  it("is requested again over a new connection when the reused one was closed", async () => {
    const origin = await startRawOrigin((socket, count) => {
      if (count === 2) socket.resetAndDestroy();
      else
        socket.write(
          `${HEAD}Content-Length: 600\r\n\r\n${FILM.toString("latin1", 0, 600)}`,
          "latin1",
        );
    });
    expect((await sendMany(origin, 2)).map(({ status, complete }) => [status, complete])).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(origin.connections).toBe(2);
  });

  it.each([
    ["no HTTP", "220 mail.test ESMTP\r\n\r\n"],
    [
      "a length beside chunks",
      `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "a head without end",
      `HTTP/1.1 200 OK\r\n${"x-filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(400)}`,
    ],
    ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"],
    ["broken chunks", `${HEAD}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`],
    [
      "nothing but early hints",
      "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(17) + `${HEAD}Content-Length: 0\r\n\r\n`,
    ],
    ["half a head", "end: HTTP/1.1 200 OK\r\nContent-"],
  ])("is rejected when it is %s", async (_, text) => {
    const origin = await startRawOrigin((socket) =>
      text.startsWith("end: ") ? socket.end(text.slice(5)) : void socket.write(text),
    );
    const [response] = await sendMany(origin);
    expect(response?.status).toBe(500);
    expect(JSON.parse(response?.body.toString() ?? "")).toMatchObject({ status: 500 });
  });
});
