import { describe, expect, it, vi } from "vitest";
import { type AppError, Cancelled, Invalid } from "~/errors/app-error";
import { Base64Content } from "~/parsing/base64-decoder";
import { readBody } from "./read-body.server";
import { readChunks, type BodyLimits } from "./read-bytes.server";

const KIB = 1024;
const MIB = 1024 * KIB;
const MULTIPART = "multipart/form-data; boundary=x";
const URLENCODED = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

function sending(type: string, chunks: Iterable<Uint8Array | string>, enough = Infinity): Request {
  const iterator = chunks[Symbol.iterator]();
  let sent = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        const { value, done } = iterator.next() as IteratorResult<Uint8Array | string, undefined>;
        if (done === true) return controller.close();
        if (sent >= enough) return controller.error(new Error("read on"));
        sent += value.length;
        controller.enqueue(typeof value === "string" ? Buffer.from(value) : value);
      },
    },
    { highWaterMark: 0 },
  );
  return new Request("http://akari.test/", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "content-type": type },
  } as RequestInit);
}

const send = (type: string, body: string | readonly string[], limits?: BodyLimits) =>
  readBody(sending(type, typeof body === "string" ? [body] : body), limits);

const valueOf = async (type: string, body: string | readonly string[], limits?: BodyLimits) =>
  (await send(type, body, limits)).value as Record<string, unknown>;

const field = (name: string, value: string, more = "") =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const multipart = (...fields: string[]) => `${fields.join("")}--x--\r\n`;

const tooLarge = (limit: number) =>
  expect.objectContaining({
    code: "too-large",
    message: expect.stringContaining(`at most ${limit} bytes`) as string,
  }) as AppError;

describe("a body that breaks off", () => {
  it("is a client that disconnected, not a failure of the database", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"email":'));
      },
      pull(controller) {
        controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
      },
    });
    const request = new Request("http://akari.test/", {
      method: "POST",
      body,
      duplex: "half",
      headers: { "content-type": JSON_TYPE },
    } as RequestInit);
    await expect(readBody(request)).rejects.toBeInstanceOf(Cancelled);
  });
});

describe("the chunks of a body", () => {
  it("are joined when they are small", async () => {
    const request = sending("", Array<string>(100 * KIB).fill("x"));
    const sizes: number[] = [];
    for await (const chunk of readChunks(request, MIB)) sizes.push(chunk.byteLength);
    expect(sizes).toHaveLength(400);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(100 * KIB);
  });

  it.each([
    ["declared", { "content-length": "65537" }],
    ["undeclared", {}],
  ])("end at the limit, with a length that is %s", async (_, headers) => {
    const request = sending(JSON_TYPE, Array<string>(100).fill(" ".repeat(KIB)), 65 * KIB);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    await expect(readBody(request)).rejects.toEqual(tooLarge(65_536));
  });
});

it.each(["gzip", "deflate", "br", "identity, gzip"])(
  "refuses a body with Content-Encoding %s",
  async (encoding) => {
    const request = sending(JSON_TYPE, ["{}"]);
    request.headers.set("content-encoding", encoding);
    await expect(readBody(request)).rejects.toMatchObject({ code: "unsupported-media-type" });
  },
);

describe("JSON", () => {
  it("is accepted in chunks that cut characters and escapes", async () => {
    const bytes = Buffer.from('{"a":"é\\u00e9\\"","b":[1,{"c":null}]}');
    const request = sending(
      JSON_TYPE,
      Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)),
    );
    expect((await readBody(request)).value).toEqual({ a: 'éé"', b: [1, { c: null }] });
  });

  it("has 64 kB and no more", async () => {
    const sized = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
    expect(await valueOf(JSON_TYPE, sized(65_536))).toHaveProperty("a");
    await expect(send(JSON_TYPE, sized(65_537))).rejects.toEqual(tooLarge(65_536));
  });

  it("has 32 levels and no more", async () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(await valueOf(JSON_TYPE, nested(32))).toEqual(JSON.parse(nested(32)));
    await expect(send(JSON_TYPE, nested(33))).rejects.toThrow("at most 32 levels");
  });

  it("has 10,000 values and no more", async () => {
    const list = (values: number) => `[${"0,".repeat(values - 1)}0]`;
    expect(await valueOf(JSON_TYPE, list(9_999))).toHaveLength(9_999);
    await expect(send(JSON_TYPE, list(10_000))).rejects.toThrow("at most 10000 values");
  });

  it.each([
    ["no JSON", "{"],
    ["no UTF-8", "\u00ff"],
    ["nothing", ""],
  ])("that is %s is refused", async (_, text) => {
    const request = sending(JSON_TYPE, text === "" ? [] : [Buffer.from(text, "latin1")]);
    await expect(readBody(request)).rejects.toBeInstanceOf(Invalid);
  });

  it("stays within the limit of text where a base64 text is accepted", async () => {
    const limits = { text: 64 * KIB, base64: 20 * MIB };
    for (const hostile of [
      "[".repeat(20 * MIB),
      `[${"{},".repeat(6 * MIB)}{}]`,
      `{"a":[${'"",'.repeat(6 * MIB)}""]}`,
      `[${'"xxxxxxxx",'.repeat(MIB)}0]`,
    ]) {
      const request = sending(JSON_TYPE, inChunks(hostile), 192 * KIB);
      const error: unknown = await readBody(request, limits).catch((thrown: unknown) => thrown);
      expect(["invalid", "too-large"]).toContain((error as AppError).code);
    }
  });
});

function* inChunks(text: string, size = 64 * KIB): Generator<string> {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

describe("a long base64 text", () => {
  const limits = { text: 64 * KIB, files: MIB, base64: 2 * MIB };
  const bytes = Buffer.from(Array.from({ length: MIB }, (_, index) => (index * 31) % 256));
  const base64 = bytes.toString("base64");
  const bodies: [string, string, (text: string) => string][] = [
    ["JSON", JSON_TYPE, (text) => JSON.stringify({ name: "a", image: text, last: 1 })],
    ["JSON with escapes", JSON_TYPE, (text) => `{"image":"${text.replaceAll("/", "\\/")}"}`],
    ["a urlencoded form", URLENCODED, (text) => `name=a&image=${encodeURIComponent(text)}&b=2`],
    ["a multipart form", MULTIPART, (text) => multipart(field("image", text), field("a", "1"))],
  ];

  it.each(bodies)("in %s arrives decoded", async (_, type, write) => {
    for (const text of [base64, `data:image/png;base64,${base64}`]) {
      const value = await valueOf(type, [...inChunks(write(text), 10_007)], limits);
      expect(value["image"]).toBeInstanceOf(Base64Content);
      expect(Buffer.from((value["image"] as Base64Content).bytes ?? []).equals(bytes)).toBe(true);
    }
  });

  it.each(bodies)("in %s has its own limit", async (_, type, write) => {
    const sized = (size: number) => write("A".repeat(size));
    expect(await valueOf(type, [...inChunks(sized(2 * MIB - 100))], limits)).toHaveProperty(
      "image",
    );
    await expect(send(type, [...inChunks(sized(2 * MIB + 4))], limits)).rejects.toMatchObject({
      code: "too-large",
    });
  });

  it.each(bodies)("in %s is refused where none is expected", async (_, type, write) => {
    await expect(send(type, [...inChunks(write(base64))])).rejects.toEqual(tooLarge(65_536));
  });

  it.each([
    ["twice", `{"a":"${base64}","b":"${base64}"}`],
    ["as a name", `{"${base64}":1}`],
  ])("is refused %s", async (_, text) => {
    await expect(send(JSON_TYPE, [...inChunks(text)], limits)).rejects.toEqual(tooLarge(65_536));
  });

  it("arrives decoded in a list too", async () => {
    const { a } = await valueOf(JSON_TYPE, [...inChunks(`{"a":[1,"${base64}"]}`)], limits);
    expect(a).toEqual([1, expect.any(Base64Content)]);
  });

  it("that is none has no bytes", async () => {
    const { image } = await valueOf(JSON_TYPE, `{"image":"${"!".repeat(9_000)}"}`, limits);
    expect(image).toEqual(new Base64Content(null));
  });
});

describe("a form", () => {
  const urlencoded = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=`).join("&");
  const parts = (count: number) =>
    multipart(...Array.from({ length: count }, (_, i) => field(`f${i}`, "")));
  const large = { text: 10 * MIB };

  it.each([
    ["urlencoded", URLENCODED, urlencoded],
    ["multipart", MULTIPART, parts],
  ])("that is %s has 1,000 fields and no more", async (_, type, write) => {
    expect(Object.keys(await valueOf(type, write(1_000), large))).toHaveLength(1_000);
    await expect(send(type, write(1_001), large)).rejects.toThrow("at most 1000 fields");
  });

  it.each([
    ["urlencoded", URLENCODED, "a&".repeat(5 * MIB)],
    ["multipart with a boundary of one letter", MULTIPART, "--x\r\n\r\n\r\n".repeat(MIB)],
    ["multipart with parts", MULTIPART, field("a", "").repeat(200_000)],
  ])("that is %s is refused at the chunk with too many fields", async (_, type, text) => {
    const request = sending(type, inChunks(text), 64 * KIB);
    await expect(readBody(request, large)).rejects.toBeInstanceOf(Invalid);
  });

  it("gives a repeated field as a list, a single one as a text, and no name a meaning of its own", async () => {
    const expected = [
      ["a", ["1", "3"]],
      ["b", "2"],
      ["__proto__", "4"],
    ];
    const names = ["a", "b", "a", "__proto__"];
    const text = names.map((name, index) => `${name}=${index + 1}`).join("&");
    expect(Object.entries(await valueOf(URLENCODED, text))).toEqual(expected);
    const form = multipart(...names.map((name, index) => field(name, String(index + 1))));
    expect(Object.entries(await valueOf(MULTIPART, form))).toEqual(expected);
  });

  it("that is urlencoded reads as URLSearchParams do, however it is cut", async () => {
    const text = "?a=1+2&&b=%C3%A9%&c=é&d&=e&f=%F0%9F%98%80&g=a=b&%61=x#y";
    for (const limits of [undefined, { text: 64 * KIB, base64: MIB }])
      for (const size of [1, 2, 3, 100]) {
        const bytes = Buffer.from(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        const { value } = await readBody(sending(URLENCODED, chunks), limits);
        expect(Object.entries(value as object)).toEqual([...new URLSearchParams(`&${text}`)]);
      }
  });
});

describe("a multipart form", () => {
  const files = { text: 64 * KIB, files: MIB };

  it.each([
    ["x", "x"],
    ['"x"', "x"],
    ["a'()+_,-./:=?", "a'()+_,-./:=?"],
    [`"${"b".repeat(70)}"`, "b".repeat(70)],
  ])("is accepted with the boundary %s", async (parameter, boundary) => {
    const type = `multipart/form-data; charset=utf-8; boundary=${parameter.includes(",") ? `"${parameter}"` : parameter}`;
    const body = multipart(field("a", "1\r\n--")).replaceAll("--x", `--${boundary}`);
    expect(await valueOf(type, body)).toEqual({ a: "1\r\n--" });
  });

  it.each([
    ["without a boundary", "multipart/form-data"],
    ["with a boundary of 71 characters", `multipart/form-data; boundary=${"b".repeat(71)}`],
    ["with an empty boundary", 'multipart/form-data; boundary=""'],
  ])("is refused %s", async (_, type) => {
    await expect(send(type, multipart(field("a", "1")))).rejects.toThrow("could not be parsed");
  });

  it.each([
    ["that breaks off", field("a", "1")],
    ["without a part's name", "--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--"],
    ["without a part's headers", "--x\r\n\r\n1\r\n--x--"],
    ["with headers that are no UTF-8", field("\u00ff", "1") + "--x--"],
    ["of something else", "hello"],
  ])("%s is refused", async (_, text) => {
    const request = sending(MULTIPART, [Buffer.from(text, "latin1")]);
    await expect(readBody(request)).rejects.toThrow("could not be parsed");
  });

  it("may have an epilogue, wherever the chunks end", async () => {
    const text = `${multipart(field("a", "1"))}and more`;
    for (let cut = 1; cut < text.length; cut += 1)
      expect(await valueOf(MULTIPART, [text.slice(0, cut), text.slice(cut)])).toEqual({ a: "1" });
  });

  it("has 4 kB of headers in a part and no more", async () => {
    const padded = (bytes: number) => {
      const more = "\r\nx-pad: ";
      const head = `content-disposition: form-data; name="a"${more}`.length;
      return multipart(field("a", "1", more + "p".repeat(bytes - head)));
    };
    expect(await valueOf(MULTIPART, padded(4_096))).toEqual({ a: "1" });
    await expect(send(MULTIPART, padded(4_097))).rejects.toThrow("could not be parsed");
  });

  it("counts files and texts apart", async () => {
    const file = (bytes: number) => field("file", "f".repeat(bytes), '; filename="a.png"');
    const body = (fileBytes: number, textBytes: number) =>
      multipart(file(fileBytes), field("a", "t".repeat(textBytes)));
    const value = await valueOf(MULTIPART, body(MIB, 64 * KIB - 200), files);
    expect(value["file"]).toBeInstanceOf(File);
    expect((value["file"] as File).size).toBe(MIB);
    await expect(send(MULTIPART, body(MIB + 1, 0), files)).rejects.toEqual(tooLarge(MIB));
    await expect(send(MULTIPART, body(1, 64 * KIB + 1), files)).rejects.toEqual(tooLarge(65_536));
    await expect(
      send(MULTIPART, multipart(file(MIB / 2), file(MIB / 2 + 1)), files),
    ).rejects.toEqual(tooLarge(MIB));
  });

  it("keeps the name and the bytes of a file, a field without a name of a file is a text", async () => {
    const value = await valueOf(
      MULTIPART,
      multipart(field("f", "\u0000é", '; filename="ü.png"'), field("t", "é")),
    );
    expect((value["f"] as File).name).toBe("ü.png");
    expect(await (value["f"] as File).text()).toBe("\u0000é");
    expect(value["t"]).toBe("é");
  });

  it("ignores filename*, whose charset could be anything", async () => {
    const log = vi.spyOn(console, "warn");
    const value = await valueOf(MULTIPART, multipart(field("t", "1", "; filename*=UTF-0''a")));
    expect(value).toEqual({ t: "1" });
    expect(log).not.toHaveBeenCalled();
  });
});
