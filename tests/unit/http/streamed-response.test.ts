import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { streamResponse } from "~/http/response/streamed-response.server";

describe("a streamed response", () => {
  it("can be read like any other when the process does not send it itself", async () => {
    const response = streamResponse(Readable.from([Buffer.from("one "), Buffer.from("two")]), {
      status: 206,
      headers: { "content-type": "video/mp2t" },
    });
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      206,
      "video/mp2t",
      "one two",
    ]);
  });

  it("reads nothing from its source before its reader does, and cancels it when the reader stops", async () => {
    let reads = 0;
    const source = new Readable({
      highWaterMark: 1,
      read() {
        reads += 1;
        this.push(Buffer.from("x"));
      },
    });
    const { body } = streamResponse(source, { status: 200, headers: {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toBe(0);
    const reader = body?.getReader();
    expect((await reader?.read())?.value).toEqual(Buffer.from("x"));
    await reader?.cancel();
    expect(source.destroyed).toBe(true);
  });
});
