import { useId } from "react";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  useFetcher,
} from "react-router";
import { describe, expect, test } from "vitest";
import { type ChangeFetcher, useServerFetcher } from "./server-fetcher";

function Forms({ use }: { use: () => ChangeFetcher<unknown> }) {
  const { Form, state, data, formData } = use();
  const [first, second] = [useId(), useId()];
  return (
    <>
      <Form method="post" preventScrollReset className="change" id={first}>
        <Field />
      </Form>
      <Form method="post" action="/list?page=2">
        <Field />
      </Form>
      <Form action="..">{second}</Form>
      <p>{JSON.stringify([state, data, formData])}</p>
    </>
  );
}

function Field() {
  return <input name="text" id={useId()} />;
}

async function html(url: string, use: () => ChangeFetcher<unknown>): Promise<string> {
  const element = <Forms use={use} />;
  const handler = createStaticHandler([
    { index: true, element },
    { path: "list", element },
  ]);
  const context = await handler.query(new Request(`https://akari.test${url}`));
  if (context instanceof Response) throw new Error("The routes have no loaders.");
  return renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
}

describe("a fetcher's form rendered on the server", () => {
  test.each(["/", "/?index&a=b", "/list", "/list?state=watching&page=2"])(
    "has the HTML of the router's: %s",
    async (url) => {
      expect(await html(url, useServerFetcher)).toBe(await html(url, useFetcher));
    },
  );
});
