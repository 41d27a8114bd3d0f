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

it("takes a body that breaks off for a sender who left, not for a failure of the database", async () => {
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
])("reads ten thousand fields of an %s form, and takes no more of them apart", async (_, send) => {
  const { value } = await send(10_000);
  expect(Object.keys(value as object)).toHaveLength(10_000);
  await expect(send(10_002)).rejects.toThrow("The form has too many fields.");
});

it("gives a form's repeated field as a list, a single one as a text, and no name a meaning of its own", async () => {
  const { value } = await form("application/x-www-form-urlencoded", "a=1&b=2&a=3&__proto__=4");
  expect(Object.entries(value as object)).toEqual([
    ["a", ["1", "3"]],
    ["b", "2"],
    ["__proto__", "4"],
  ]);
});
