import { expect, it } from "vitest";
import { Cancelled } from "~/errors/app-error";
import { readBody } from "./read-body.server";

/** A JSON body that begins, and ends as the server sees a connection that is reset. */
function brokenOff(): Request {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":'));
    },
    pull(controller) {
      controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    },
  });
  return new Request("http://akari.test/", { method: "POST", body, duplex: "half", headers: { "content-type": "application/json" } } as RequestInit);
}

it("takes a body that breaks off for a sender who left, not for a failure of the database", async () => {
  await expect(readBody(brokenOff())).rejects.toBeInstanceOf(Cancelled);
});
