import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  createWebhookSecret,
  rotateWebhookSecret,
  webhookRequest,
} from "~/providers/channels/webhook";

type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown;

const API_DOCS = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const [, code = ""] = /^```js\n([\s\S]*?)^```/m.exec(API_DOCS) ?? [];
const { verify } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  verify: Verify;
};

const target = {
  kind: "webhook",
  url: "https://hooks.example.org/",
  secret: createWebhookSecret(),
  previous: null,
} as const;
const data = { title: "葬送のフリーレン", episode: 3 };
const message = {
  ...{ id: "akari-7", title: "Akari", text: "", url: null, card: null as never },
  event: { type: "episode.aired", at: new Date("2026-06-01T12:00:00Z"), data: () => data },
};
const send = (from: Parameters<typeof webhookRequest>[0] = target, now = new Date()) => {
  const { headers = {}, body } = webhookRequest(from, message, now);
  return { headers: { ...headers }, body: String(body) };
};

it("verifies what the site sends, also while secrets are changed", () => {
  const expected = { type: "episode.aired", timestamp: "2026-06-01T12:00:00.000Z", data };
  const { headers, body } = send();
  expect(verify(target.secret, headers, body)).toEqual(expected);
  const rotated = rotateWebhookSecret(target, new Date());
  const both = send(rotated);
  expect(verify(target.secret, both.headers, both.body)).toEqual(expected);
  expect(verify(rotated.secret, both.headers, both.body)).toEqual(expected);
});

it("refuses what another wrote, changed or kept", () => {
  const { headers, body } = send();
  expect(() => verify(createWebhookSecret(), headers, body)).toThrow("signature");
  expect(() => verify(target.secret, headers, body.replace("3", "4"))).toThrow("signature");
  expect(() => verify(target.secret, { ...headers, "webhook-id": "akari-8" }, body)).toThrow();
  expect(() => verify(target.secret, { ...headers, "webhook-timestamp": "soon" }, body)).toThrow(
    "old",
  );
  const old = send(target, new Date(Date.now() - 301_000));
  expect(() => verify(target.secret, old.headers, old.body)).toThrow("old");
});
