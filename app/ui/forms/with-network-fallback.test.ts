import { data, redirect } from "react-router";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import "~/i18n/i18n.server";
import { formAction } from "./form-action";
import { withNetworkFallback } from "./with-network-fallback";

const failing = (error: unknown) =>
  withNetworkFallback(
    () => Promise.reject(error as Error),
    (message) => ({ message }),
  );

/** React Router passes a failed response to the browser in this form. */
const refused = (status: number, body: unknown) => ({
  status,
  statusText: "",
  internal: false,
  data: body,
});

beforeAll(() => vi.stubGlobal("document", { documentElement: { lang: "en" } }));
afterAll(() => vi.unstubAllGlobals());

describe("withNetworkFallback", () => {
  it("returns a response unchanged", async () => {
    expect(
      await withNetworkFallback(
        () => Promise.resolve({ message: "done" }),
        () => null,
      ),
    ).toEqual({ message: "done" });
  });

  it("passes redirects through", async () => {
    const away = redirect("/signin");
    await expect(failing(away)).rejects.toBe(away);
  });

  it.each([
    ["there is no response", new TypeError("Failed to fetch"), /an’t reach the site/],
    ["the server failed", new Error("Unexpected Server Error"), /Something went wrong/],
    [
      "the server failed with its own message",
      refused(500, { message: "stack" }),
      /Something went wrong/,
    ],
    [
      "it was refused with a message",
      refused(404, { message: "This anime doesn’t exist." }),
      /^This anime doesn’t exist\.$/,
    ],
    ["it was refused without a message", refused(400, ""), /Something went wrong/],
  ])(
    "explains what to do when %s, with a status that revalidates nothing",
    async (_, error, message) => {
      expect(await failing(error)).toMatchObject(
        data({ message: expect.stringMatching(message) as string }, { status: 503 }),
      );
    },
  );
});

describe("formAction", () => {
  it("makes the error the failure of a form", async () => {
    const failed = formAction()({
      serverAction: () => Promise.reject(new TypeError("Failed to fetch")),
    });
    expect(await failed).toMatchObject(
      data(
        {
          failure: {
            message: expect.stringMatching(/an’t reach the site/) as string,
            fields: {},
            values: {},
          },
        },
        { status: 503 },
      ),
    );
  });
});
