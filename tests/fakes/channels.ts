import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { createWebhookSecret } from "~/providers/channels/webhook";
import type { ChannelTarget, ServiceKind } from "~/providers/channels/channel-target";
import { sendJson, type Fault } from "./faults";
import { createPushBrowser } from "./push-browser";

/** A message that a service accepted, with what its user would see. */
interface Received {
  service: ServiceKind;
  text: string;
}

interface Answer {
  status: number;
  body?: unknown;
}

interface Sent {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

const refused = (status: number, body: unknown): Answer => ({ status, body });
const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= max;

/**
 * One server that speaks ntfy, Discord, Telegram, Apprise's API, a push service and a webhook
 * receiver, each with the limits of its documentation, and can be made to fail.
 */
export async function startChannels() {
  const secret = createWebhookSecret();
  const browser = createPushBrowser();
  const received: Received[] = [];
  /** The next responses' faults by service; those after them do not fail. */
  const faults: Partial<Record<ServiceKind, Fault[]>> = {};

  const accept = (service: ServiceKind, text: string, answer: Answer): Answer => {
    received.push({ service, text });
    return answer;
  };
  const readJson = ({ bytes }: Sent) =>
    JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;

  const services: Readonly<Record<ServiceKind, (sent: Sent) => Answer>> = {
    /** A longer message would become an attachment (docs.ntfy.sh/publish). */
    ntfy(sent) {
      const { topic, title, message } = readJson(sent);
      if (typeof topic !== "string" || !/^[-\w]{1,64}$/.test(topic))
        return refused(400, { code: 40_009, http: 400, error: "invalid topic" });
      if (!isText(message, 4_096) || Buffer.byteLength(message) > 4_096)
        return refused(413, { code: 41_301, http: 413, error: "attachment too large" });
      return accept("ntfy", `${String(title)} ${message}`, { status: 200, body: { id: "1" } });
    },
    /** Answers 204 unless it is asked to wait (discord.com/developers/docs/resources/webhook). */
    discord(sent) {
      const { content, allowed_mentions: mentions } = readJson(sent);
      if (!isText(content, 2_000)) return refused(400, { code: 50_035, message: "Invalid" });
      const parsed = (mentions as { parse?: unknown[] } | undefined)?.parse;
      if (parsed === undefined || parsed.length > 0) return refused(400, { code: 50_035 });
      const status = sent.query.get("wait") === "true" ? 200 : 204;
      return accept("discord", content, { status, body: { id: "1" } });
    },
    telegram(sent) {
      const { chat_id: chat, text } = readJson(sent);
      if (!/\/bot\d+:[\w-]+\/sendMessage$/.test(sent.path)) return refused(404, { ok: false });
      if (typeof chat !== "string") return refused(400, { ok: false, error_code: 400 });
      if (!isText(text, 4_096))
        return refused(400, { ok: false, description: "Bad Request: message is too long" });
      return accept("telegram", text, { status: 200, body: { ok: true } });
    },
    /** Answers 204 where the key has no configuration (github.com/caronc/apprise-api). */
    apprise(sent) {
      const { title, body, type } = readJson(sent);
      if (!sent.path.endsWith("/notify/key")) return { status: 204 };
      if (typeof body !== "string" || !["info", "success"].includes(String(type)))
        return refused(400, { error: "Payload lacks minimum requirements" });
      return accept("apprise", `${String(title)} ${body}`, { status: 200, body: {} });
    },
    webhook({ headers, bytes }) {
      try {
        new Webhook(secret).verify(bytes.toString("utf8"), headers as Record<string, string>);
      } catch {
        return refused(401, {});
      }
      return accept("webhook", bytes.toString("utf8"), { status: 204 });
    },
    /** Takes 4,096 bytes, with a token of this site (RFC 8030, 8188, 8291, 8292). */
    push({ headers, bytes }) {
      const { ttl, topic, authorization = "", "content-encoding": encoding } = headers;
      if (!authorization.startsWith("vapid t=")) return refused(401, {});
      if (!/^\d+$/.test(String(ttl)) || String(topic).length > 32) return refused(400, {});
      if (encoding !== "aes128gcm" || bytes.length > 4_096) return refused(413, {});
      return accept("push", JSON.stringify(browser.read(bytes)), { status: 201 });
    },
  };

  const server = createServer((request, response) => {
    const { url = "/", headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, "http://localhost");
    const [, name = ""] = path.split("/");
    const service = (Object.keys(services) as ServiceKind[]).find((kind) => kind === name);
    buffer(request).then(
      (bytes) => {
        if (service === undefined) return sendJson(response, refused(404, {}) as never);
        const fault = faults[service]?.shift();
        if (fault !== undefined) return sendJson(response, { status: 200, body: {} }, fault);
        const { status, body = {} } = services[service]({ path, query, headers, bytes });
        if (status === 204) return void response.writeHead(204).end();
        sendJson(response, { status, body });
      },
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = (path: string) => `http://${host}/${path}`;
  const targets: Readonly<Record<ServiceKind, ChannelTarget>> = {
    ntfy: { kind: "ntfy", url: url("ntfy/topic"), token: null },
    discord: { kind: "discord", url: url("discord/1/token") },
    telegram: { kind: "telegram", url: url("telegram"), token: "1:a", chat: "-100" },
    apprise: { kind: "apprise", url: url("apprise/notify/key") },
    webhook: { kind: "webhook", url: url("webhook"), secret, previous: null },
    push: { kind: "push", url: url("push/1"), ...browser.keys },
  };
  return {
    ...{ host, targets, received, faults },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
