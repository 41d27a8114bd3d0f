import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { ChannelMessage } from "./channel-message";
import { channelRequest, type ChannelTarget } from "./channel-target";
import { createWebhookSecret, rotateWebhookSecret, type WebhookTarget } from "./webhook";

const NOW = new Date();
const card = {
  ...{ title: "Frieren", body: "Episode 5 of Frieren plays here", path: "/watch/52991/5" },
  ...{ image: null, tag: "title-52991", seen: null, watch: null },
};
const message: ChannelMessage = {
  id: "akari-7",
  title: "Akari",
  text: "Episode 5 of Frieren plays here",
  url: "https://anime.example.org/watch/52991/5",
  card,
  event: {
    type: "episode.available",
    at: new Date("2026-06-01T12:00:00.000Z"),
    data: () => ({ mal_id: 52991, episode: 5 }),
  },
};
type OtherTarget = Exclude<ChannelTarget, { kind: "push" }>;
const send = (target: OtherTarget, more: Partial<ChannelMessage> = {}) => {
  const { url, headers, body } = channelRequest(target, { ...message, ...more }, NOW);
  return { url: url.href, headers, body: JSON.parse(String(body)) as Record<string, unknown> };
};

describe("ntfy", () => {
  it("publishes JSON to the root of the topic's server", () => {
    expect(send({ kind: "ntfy", url: "https://ntfy.sh/my_topic", token: null })).toEqual({
      url: "https://ntfy.sh/",
      headers: {},
      body: {
        topic: "my_topic",
        title: "Akari",
        message: message.text,
        click: message.url,
      },
    });
  });

  it("takes a server below a path, a token, and a site without a URL", () => {
    const target = { kind: "ntfy", url: "http://nas:8080/ntfy/anime", token: "tk_abc" } as const;
    const { url, headers, body } = send(target, { url: null });
    expect(url).toBe("http://nas:8080/ntfy/");
    expect(headers).toEqual({ authorization: "Bearer tk_abc" });
    expect(body).not.toHaveProperty("click");
  });
});

describe("Discord", () => {
  const target = {
    kind: "discord",
    url: "https://discord.com/api/webhooks/1/abc?thread_id=9",
  } as const;

  it("waits for the result, and allows no mentions", () => {
    const { url, body } = send(target);
    expect(url).toBe("https://discord.com/api/webhooks/1/abc?thread_id=9&wait=true");
    expect(body).toEqual({
      content: `${message.text}\n${message.url}`,
      allowed_mentions: { parse: [] },
    });
  });

  it("makes text of markup and mentions", () => {
    const text = "**Re:Zero** [x](https://evil.example) @everyone <@1> `code` ||no||";
    const content = String(send(target, { text, url: null }).body["content"]);
    expect(content).not.toContain("@everyone");
    // A reader sees the text, as Discord drops the backslashes.
    expect(content.replace(/\\(.)/g, "$1").replaceAll("\u200B", "")).toBe(text);
    expect(content.replace(/\\./g, "")).not.toMatch(/[*_~`|>#[\]()<]/);
  });

  it.each([
    ["markup", "*".repeat(1200), 1900],
    ["characters of two halves", `a${"😀".repeat(999)}`, 1900],
    ["markup", "*".repeat(900), 900],
  ])("cuts %s that it does not take whole", (_, text, least) => {
    const content = String(send(target, { text }).body["content"]);
    expect(content.length).toBeGreaterThan(least);
    expect(content.length).toBeLessThanOrEqual(2000);
    expect(content.endsWith(`\n${message.url}`)).toBe(true);
    // Half a character cannot be encoded.
    expect(() => encodeURIComponent(content)).not.toThrow();
    expect(content).not.toContain("\\\n");
  });
});

describe("Telegram", () => {
  it("sends plain text to the chat", () => {
    const target = {
      kind: "telegram",
      url: "https://api.telegram.org",
      token: "123:ab-C_d",
      chat: "-100200",
    } as const;
    const text = "<b>@everyone</b> _5_";
    expect(send(target, { text })).toMatchObject({
      url: "https://api.telegram.org/bot123:ab-C_d/sendMessage",
      body: { chat_id: "-100200", text: `<b>@\u200Beveryone</b> _5_\n${message.url}` },
    });
    expect(send(target).body).not.toHaveProperty("parse_mode");
    expect(send({ ...target, url: "http://bots:8081/api" }).url).toBe(
      "http://bots:8081/api/bot123:ab-C_d/sendMessage",
    );
  });
});

describe("Apprise", () => {
  it("notifies all of a configuration", () => {
    expect(send({ kind: "apprise", url: "http://apprise:8000/notify/akari" })).toMatchObject({
      url: "http://apprise:8000/notify/akari",
      body: {
        title: "Akari",
        body: `${message.text}\n${message.url}`,
        type: "info",
        format: "text",
      },
    });
  });
});

describe("a webhook", () => {
  const target = (): WebhookTarget => ({
    kind: "webhook",
    url: "https://hooks.example.org/akari",
    secret: createWebhookSecret(),
    previous: null,
  });
  const verify = (secret: string, sent: WebhookTarget, now = NOW) => {
    const { headers = {}, body } = channelRequest(sent, message, now);
    return new Webhook(secret).verify(String(body), { ...headers });
  };

  it("is signed as receivers of Standard Webhooks verify it", () => {
    const sent = target();
    expect(verify(sent.secret, sent)).toEqual({
      type: "episode.available",
      timestamp: "2026-06-01T12:00:00.000Z",
      data: { mal_id: 52991, episode: 5 },
    });
    expect(channelRequest(sent, message, NOW).headers?.["webhook-id"]).toBe("akari-7");
    expect(() => verify(createWebhookSecret(), sent)).toThrow();
  });

  it("is signed with both secrets for a day after they were changed", () => {
    const before = target();
    const changed = new Date(NOW.getTime() - 24 * 60 * 60_000 + 1);
    const after = rotateWebhookSecret(before, changed);
    expect(after.secret).not.toBe(before.secret);
    expect(verify(before.secret, after)).toBeTruthy();
    expect(verify(after.secret, after)).toBeTruthy();
    const later = rotateWebhookSecret(before, new Date(changed.getTime() - 1));
    expect(() => verify(before.secret, later)).toThrow();
    expect(verify(later.secret, later)).toBeTruthy();
  });
});
