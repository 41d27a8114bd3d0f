import { PassThrough, pipeline, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { decodeBody } from "./decoded-body.server";

it("is sent on, with others that wait for its end, without the warning of a leak", async () => {
  const warn = vi.spyOn(process, "emitWarning");
  const message = Object.assign(Readable.from([gzipSync("#EXTM3U")]), {
    headers: { "content-encoding": "gzip" },
  });
  const body = decodeBody(message, Infinity);
  const ended = vi.fn();
  for (let waiting = 0; waiting < 4; waiting += 1) body.once("close", ended);
  const response = new PassThrough();
  pipeline(body, response, () => undefined);
  expect(await text(response)).toBe("#EXTM3U");
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(4));
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});
