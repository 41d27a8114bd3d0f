import assert from "node:assert/strict";
import { AppError } from "~/errors/app-error";
import { Base64Content } from "~/parsing/base64-decoder";

/** Whole and in two pieces, which must give the same result or refusal. */
export async function assertSameResult(
  body: Buffer,
  type: string,
  read: (request: Request) => Promise<unknown>,
): Promise<unknown> {
  const readCut = async (cut: number) => {
    try {
      return await toComparable(await read(requestOf(body, type, cut)));
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  const whole = await readCut(body.length);
  const position = ((body[0] ?? 0) * 256 + (body.at(-1) ?? 0)) % (body.length + 1);
  const cut = await readCut(position);
  // The pieces may decide which of two problems is named.
  if (whole instanceof AppError) assert.ok(cut instanceof AppError, "refused as a whole only");
  else assert.deepEqual(cut, whole);
  return whole;
}

/** The reader joins chunks only up to this number. */
const EMPTY_CHUNKS = Array.from({ length: 256 }, () => new Uint8Array());

/** Has only what the readers use, since a `Request` is slow to build. */
function requestOf(body: Buffer, type: string, cut: number): Request {
  const chunks = [body.subarray(0, cut), ...EMPTY_CHUNKS, body.subarray(cut)];
  if (cut === body.length) chunks.splice(1);
  let next = 0;
  const read = () => Promise.resolve({ done: next === chunks.length, value: chunks[next++] });
  return {
    method: "POST",
    headers: new Headers({ "content-type": type }),
    body: { getReader: () => ({ read }) },
  } as unknown as Request;
}

/** `deepEqual` compares them by content. */
async function toComparable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return Buffer.from(await value.arrayBuffer()).toString("latin1");
  if (value instanceof Base64Content) return { base64: value.bytes };
  if (Array.isArray(value)) return Promise.all(value.map(toComparable));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await toComparable(one)]);
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
}
