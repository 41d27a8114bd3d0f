import { describe, expect, it } from "vitest";
import { CHANNEL_KINDS, type ServiceKind } from "./channel-target";
import { outcomeOf } from "./send-outcome";

const NOW = new Date("2026-06-01T12:00:00Z");
const DAY_MS = 24 * 60 * 60_000;
const outcome = (kind: ServiceKind, status: number, retryAfter: string | null = null, text = "") =>
  outcomeOf(kind, { status, retryAfter, text }, NOW);

describe("outcomeOf", () => {
  it.each(CHANNEL_KINDS)("%s: 2xx is sent, 410 is gone, others are tried again", (kind) => {
    for (const status of [200, 201]) expect(outcome(kind, status).result).toBe("sent");
    expect(outcome(kind, 410).result).toBe("gone");
    for (const status of [301, 400, 413, 424, 429, 500, 502, 503, 504])
      expect(outcome(kind, status)).toMatchObject({
        result: "failed",
        status,
        isDown: [429, 502, 503, 504].includes(status),
      });
  });

  it.each<[ServiceKind, number, string]>([
    ["discord", 404, "gone"],
    ["telegram", 403, "gone"],
    ["discord", 403, "failed"],
    ["telegram", 404, "failed"],
    ["webhook", 404, "failed"],
    ["ntfy", 403, "failed"],
    ["webhook", 204, "sent"],
    ["discord", 204, "sent"],
    ["apprise", 204, "failed"],
  ])("%s with %i is %s", (kind, status, result) => {
    expect(outcome(kind, status).result).toBe(result);
  });

  it.each<[name: string, retryAfter: string | null, text: string, expected: number | null]>([
    ["seconds", "120", "", 120_000],
    ["a date", "Mon, 01 Jun 2026 12:00:30 GMT", "", 30_000],
    ["a date that has passed", "Mon, 01 Jun 2026 11:00:00 GMT", "", 0],
    ["a year", "31536000", "", DAY_MS],
    ["words", "soon", "", null],
    ["nothing", null, "", null],
    ["Discord's body", null, '{"retry_after": 0.65}', 650],
    ["Telegram's body", null, '{"ok": false, "parameters": {"retry_after": 7}}', 7_000],
    ["a body that is no JSON", null, "<h1>429</h1>", null],
    ["a body with words", null, '{"retry_after": "soon"}', null],
    ["the header before the body", "5", '{"retry_after": 9}', 5_000],
  ])("takes the wait of %s", (_, retryAfter, text, retryAfterMs) => {
    expect(outcome("discord", 429, retryAfter, text)).toMatchObject({ retryAfterMs });
  });
});
