import { expect, it } from "vitest";
import { Cancelled } from "~/errors/app-error";
import { readBody } from "./read-body.server";

/** A JSON body whose connection is reset. */
function brokenOff(): Request {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":'));
    },
    pull(controller) {
      controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    },
  });
  return new Request("http://akari.test/", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "content-type": "application/json" },
  } as RequestInit);
}

it("treats an aborted body as a client that left, not as a database failure", async () => {
  await expect(readBody(brokenOff())).rejects.toBeInstanceOf(Cancelled);
});

const form = (type: string, body: string) =>
  readBody(
    new Request("http://akari.test/", { method: "POST", body, headers: { "content-type": type } }),
    10_000_000,
  );
const urlencoded = (fields: number) =>
  form(
    "application/x-www-form-urlencoded",
    Array.from({ length: fields }, (_, index) => `f${index}=`).join("&"),
  );
const multipart = (fields: number) =>
  form(
    "multipart/form-data; boundary=x",
    `${Array.from({ length: fields }, (_, index) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n\r\n`).join("")}--x--\r\n`,
  );

it.each([
  ["urlencoded", urlencoded],
  ["multipart", multipart],
])("reads ten thousand fields of an %s form, and parses no more", async (_, send) => {
  const { value } = await send(10_000);
  expect(Object.keys(value as object)).toHaveLength(10_000);
  await expect(send(10_002)).rejects.toThrow("The form has too many fields.");
});

it("returns a repeated field as an array, a single one as a string, and gives no name a special meaning", async () => {
  const { value } = await form("application/x-www-form-urlencoded", "a=1&b=2&a=3&__proto__=4");
  expect(Object.entries(value as object)).toEqual([
    ["a", ["1", "3"]],
    ["b", "2"],
    ["__proto__", "4"],
  ]);
});
