import { data, redirect } from "react-router";
import { describe, expect, it } from "vitest";
import "~/language/catalogs.server";
import { answerInPlace } from "./answer-in-place";

const failing = (error: unknown) =>
  answerInPlace(
    () => Promise.reject(error as Error),
    (words) => ({ words }),
  );

/** An error as React Router hands it to the browser. */
const refused = (status: number, body: unknown) => ({
  status,
  statusText: "",
  internal: false,
  data: body,
});

describe("answerInPlace", () => {
  it("passes an answer on as it is", async () => {
    expect(
      await answerInPlace(
        () => Promise.resolve({ message: "done" }),
        () => null,
      ),
    ).toEqual({ message: "done" });
  });

  it("lets redirects through", async () => {
    const away = redirect("/signin");
    await expect(failing(away)).rejects.toBe(away);
  });

  it.each([
    ["nobody answers", new TypeError("Failed to fetch"), /cannot be reached/],
    ["the server failed", new Error("Unexpected Server Error"), /went wrong on our side/],
    [
      "the server failed in words of its own",
      refused(500, { message: "stack" }),
      /went wrong on our side/,
    ],
    [
      "it was refused with words",
      refused(404, { message: "There is no such anime." }),
      /^There is no such anime\.$/,
    ],
    ["it was refused without words", refused(400, ""), /went wrong on our side/],
  ])("says what to do when %s, with a status that loads nothing anew", async (_, error, words) => {
    expect(await failing(error)).toMatchObject(
      data({ words: expect.stringMatching(words) as string }, { status: 503 }),
    );
  });
});
