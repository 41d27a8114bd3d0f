import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { file, sha, transportStream } from "../../fakes/media-file";
import { mediaOrigin, type MediaOrigin } from "../../fakes/media-origin";
import { videoProxyClient, type ProxyAnswer } from "../../support/media/video-proxy";

const FILM = transportStream(3_000_000);
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\n";

/** A source that writes its answer to the socket itself, request by request. `connections` counts those it was asked over. */
async function rawOrigin(
  answer: (socket: Socket, count: number) => void,
): Promise<{ url: string; host: string; connections: number }> {
  const origin = { url: "", host: "", connections: 0 };
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    origin.connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("data", () => answer(socket, (count += 1)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  origin.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin.url = `http://${origin.host}`;
  return origin;
}

/** Writes byte after byte, each in a packet of its own. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text, "latin1"))
    await new Promise<void>(
      (resolve) => void socket.write(Buffer.of(byte), () => setImmediate(resolve)),
    );
}

async function asked(origin: { url: string; host: string }, times = 1): Promise<ProxyAnswer[]> {
  const client = await videoProxyClient([origin as MediaOrigin]);
  const answers: ProxyAnswer[] = [];
  for (let time = 0; time < times; time += 1)
    answers.push(await client.get(`${origin.url}/film.ts`));
  return answers;
}

describe("an answer that is passed on", () => {
  it("may come in any pieces, after early hints, by length, in chunks or until the connection ends", async () => {
    const body = FILM.toString("latin1", 0, 600);
    for (const text of [
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${HEAD}Content-Length: 600\r\n\r\n${body}`,
      `${HEAD}Transfer-Encoding: chunked\r\n\r\n12C\r\n${body.slice(0, 300)}\r\n12c\r\n${body.slice(300)}\r\n0\r\n\r\n`,
      `${HEAD}\r\n${body}`,
      `${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(16)}${HEAD}Content-Length: 600\r\n\r\n${body}`,
    ]) {
      const origin = await rawOrigin(
        (socket) =>
          void drip(socket, text).then(() => text.startsWith(`${HEAD}\r\n`) && socket.end()),
      );
      const [answer] = await asked(origin);
      expect([answer?.status, answer?.complete, answer?.body.toString("latin1")]).toEqual([
        200,
        true,
        body,
      ]);
    }
  });

  it(
    "is the same bytes for many viewers at once, fast and slow, whose buffers are shared",
    { timeout: 60_000 },
    async () => {
      const films = Array.from({ length: 6 }, (_, index) => {
        const film = Buffer.from(FILM);
        for (let at = 1; at < film.length; at += 188) film[at] = index;
        return film;
      });
      const origin = await mediaOrigin(
        Object.fromEntries(
          films.map((film, index) => [
            `/${index}.ts`,
            file(film, index % 3 === 2 ? { hidesLength: true } : {}),
          ]),
        ),
      );
      const client = await videoProxyClient([origin]);
      const answers = await Promise.all(
        Array.from({ length: 36 }, (_, index) => client.get(`${origin.url}/${index % 6}.ts`)),
      );
      for (const [index, { body, complete }] of answers.entries())
        expect([complete, sha(body)]).toEqual([true, sha(films[index % 6] ?? Buffer.alloc(0))]);
    },
  );

  it("is read no further than its length, and such a connection is not used again", async () => {
    const origin = await rawOrigin(
      (socket) =>
        void socket.write(
          `${HEAD}Content-Length: 600\r\n\r\n${FILM.toString("latin1", 0, 600)}HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\nbad`,
          "latin1",
        ),
    );
    const answers = await asked(origin, 2);
    expect(answers.map(({ status, body }) => [status, sha(body)])).toEqual(
      Array.from({ length: 2 }, () => [200, sha(FILM.subarray(0, 600))]),
    );
    expect(origin.connections).toBe(2);
  });

  it("leaves its connection to the next one, unless it says otherwise", async () => {
    const answer = (more: string) =>
      `${HEAD}${more}Content-Length: 600\r\n\r\n${FILM.toString("latin1", 0, 600)}`;
    for (const [more, connections] of [
      ["", 1],
      ["Connection: close\r\n", 3],
      ["Keep-Alive: timeout=1\r\n", 3],
    ] as const) {
      const origin = await rawOrigin((socket) => void socket.write(answer(more), "latin1"));
      expect((await asked(origin, 3)).map(({ status, complete }) => [status, complete])).toEqual(
        Array.from({ length: 3 }, () => [200, true]),
      );
      expect(origin.connections).toBe(connections);
    }
  });

  it("is asked for again over a new connection when the kept one turns out to be closed", async () => {
    const origin = await rawOrigin((socket, count) => {
      if (count === 2) socket.resetAndDestroy();
      else
        socket.write(
          `${HEAD}Content-Length: 600\r\n\r\n${FILM.toString("latin1", 0, 600)}`,
          "latin1",
        );
    });
    expect((await asked(origin, 2)).map(({ status, complete }) => [status, complete])).toEqual([
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
  ])("is refused when it is %s", async (_, text) => {
    const origin = await rawOrigin((socket) =>
      text.startsWith("end: ") ? socket.end(text.slice(5)) : void socket.write(text),
    );
    const [answer] = await asked(origin);
    expect(answer?.status).toBe(500);
    expect(JSON.parse(answer?.body.toString() ?? "")).toMatchObject({ status: 500 });
  });
});
