import { expect, it } from "vitest";
import { Busy } from "~/errors/app-error";
import { createBodySlots } from "./body-slots.server";

it("SHUTDOWN-S07 tells those that wait to come back, and ends what has begun", async () => {
  const closing = new AbortController();
  const makeBody = createBodySlots(closing.signal);
  let finish = (_bytes: string) => {};
  const finished = new Promise<string>((resolve) => (finish = resolve));
  const request = (client: string) =>
    makeBody(
      { client, signal: new AbortController().signal, parameters: new URLSearchParams() },
      () => finished,
    );
  const begun = ["a", "b"].flatMap((client) => Array.from({ length: 4 }, () => request(client)));
  const waiting = request("c");
  closing.abort();
  await expect(waiting).rejects.toBeInstanceOf(Busy);
  await expect(request("d")).rejects.toBeInstanceOf(Busy);
  finish("bytes");
  expect(await Promise.all(begun)).toEqual(Array.from({ length: 8 }, () => "bytes"));
});
