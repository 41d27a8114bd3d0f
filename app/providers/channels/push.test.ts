import { createECDH, createPublicKey } from "node:crypto";
import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { createPushBrowser } from "../../../tests/fakes/push-browser";
import type { ChannelMessage } from "./channel-message";
import { createPushAuthorizer, encryptPush, PUSH_CURVE, pushRequest, type Vapid } from "./push";

const NOW = new Date("2026-06-01T12:00:00Z");
const site = createECDH(PUSH_CURVE);
const vapid: Vapid = {
  publicKey: site.generateKeys("base64url"),
  privateKey: site.getPrivateKey("base64url").padStart(43, "A"),
  subject: "https://anime.example.org",
};
const authorize = createPushAuthorizer(vapid);
const message: ChannelMessage = {
  ...{ id: "akari-7", title: "Akari", text: "Episode 5 of Frieren plays here", url: null },
  event: { type: "episode.available", at: NOW, data: () => ({}) },
  card: {
    title: "Frieren",
    body: "Episode 5 of Frieren plays here",
    path: "/watch/52991/5",
    image: "/covers/52991.webp",
    tag: "title-52991",
    seen: { label: "Mark as seen", animeId: 52991, episode: 5 },
    watch: { label: "Watch", path: "/watch/52991/5" },
  },
};
const send = (more: Partial<ChannelMessage["card"]> = {}) => {
  const browser = createPushBrowser();
  const target = { kind: "push", url: "https://push.example.net/v2/abc", ...browser.keys } as const;
  const card = { ...message.card, ...more };
  const { url, headers = {}, body } = pushRequest(target, { ...message, card }, authorize, NOW);
  const bytes = Buffer.from(body);
  return { url: url.href, headers, bytes, shown: browser.read(bytes) };
};

describe("encryptPush", () => {
  it("encrypts as the example of RFC 8291, appendix A", () => {
    const bytes = (text: string) => Buffer.from(text, "base64url");
    const keys = createECDH(PUSH_CURVE);
    keys.setPrivateKey(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
    const body = encryptPush(
      Buffer.from("When I grow up, I want to be a watermelon"),
      {
        p256dh:
          "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      { salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"), keys },
    );
    expect(body.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });
});

describe("pushRequest", () => {
  it("sends what the browser shows, and what replaces what it showed before", () => {
    const { url, headers, shown } = send();
    expect(url).toBe("https://push.example.net/v2/abc");
    expect(shown).toEqual(message.card);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: "86400",
      urgency: "normal",
      topic: "title-52991",
    });
  });

  it("identifies the site by a token for the push service alone", async () => {
    const { authorization = "" } = send().headers;
    const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    expect(key).toBe(vapid.publicKey);
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString("base64url"),
    );
    const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: NOW });
    expect(protectedHeader).toEqual({ typ: "JWT", alg: "ES256" });
    expect(payload).toEqual({
      aud: "https://push.example.net",
      sub: "https://anime.example.org",
      exp: NOW.getTime() / 1000 + 12 * 60 * 60,
    });
  });

  it("signs one token for all messages to a push service", () => {
    const here = authorize("https://push.example.net", NOW);
    expect(authorize("https://push.example.net", NOW)).toBe(here);
    expect(authorize("https://push.example.org", NOW)).not.toBe(here);
  });

  it.each(["葬", "😀", "a"])("fits into what push services take, with many of %s", (text) => {
    const { bytes, shown } = send({ title: text.repeat(1000), body: text.repeat(5000) });
    expect(bytes.length).toBeLessThanOrEqual(4096);
    expect([...String(shown["body"])]).toHaveLength(600);
  });
});
