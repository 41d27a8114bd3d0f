import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { sessionContext, signedInContext } from "~/http/context";
import { signedIn } from "./page-session.server";

const request = new Request("http://akari.test/list.data?page=2&_routes=root");
const url = new URL("http://akari.test/list?page=2");

function pass(session: Promise<null>) {
  const context = new RouterContextProvider();
  context.set(sessionContext, session);
  const next = () => Promise.resolve(new Response());
  const passed = signedIn({ request, url, context, params: {}, pattern: "list" }, next);
  return [Promise.resolve(passed), context] as const;
}

it("redirects visitors to the sign-in, with the page's path", async () => {
  const [passed] = pass(Promise.resolve(null));
  const thrown = (await passed.catch((reason: unknown) => reason)) as Response;
  expect([thrown.status, thrown.headers.get("location")]).toEqual([
    302,
    "/signin?returnTo=%2Flist%3Fpage%3D2",
  ]);
});

it("leaves it to the page to fail when the session cannot be read", async () => {
  const [passed, context] = pass(Promise.reject(new Error("no database")));
  await passed;
  await expect(context.get(signedInContext)).rejects.toThrow("no database");
});
