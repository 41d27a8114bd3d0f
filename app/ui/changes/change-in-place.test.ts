import { expect, it } from "vitest";
import { changeAction } from "./change-in-place";
import { onChangeResult } from "./change-results";
import type { ActionResult } from "./page-change";

it("tells the page of a result itself, as the row that sent the form may be gone", async () => {
  const result: ActionResult = { change: null, refused: "No." };
  const heard: unknown[] = [];
  const stop = onChangeResult((...told) => heard.push(told));
  const request = new Request("http://akari.test/list?view=table", {
    method: "POST",
    body: new URLSearchParams({ animeId: "1" }),
  });
  const send = changeAction<() => Promise<ActionResult>>();
  const heardBefore = send({
    request,
    serverAction: (() => Promise.resolve(result)) as never,
  }).then(() => [...heard]);
  expect(await heardBefore).toEqual([[result, "/list"]]);
  stop();
  await send({ request, serverAction: (() => Promise.resolve(result)) as never });
  expect(heard).toHaveLength(1);
});
