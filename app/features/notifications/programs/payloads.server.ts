import { z } from "zod";
import {
  WEBHOOK_KINDS,
  type EventKind,
  type WebhookKind,
} from "~/features/notifications/notification-kinds";
import { entryFactsShape } from "~/features/watch-list/port";

const title = z.string().meta({ description: "In the user's title language, or in romaji." });
const text = z.string().meta({ description: "A sentence in the user's or the site's language." });
const url = z
  .url()
  .nullable()
  .meta({ description: "The page that it is about; null on a site without `PUBLIC_URL`." });
const malId = z.int().meta({ description: "The MyAnimeList id." });
const counted = z.int().min(0);

const news = z.object({ mal_id: malId, title, text, url });
const episodes = z.object({
  mal_id: malId,
  title,
  episode: z.int().nullable().meta({ description: "The first of `episodes`; null if unknown." }),
  episodes: z.array(z.int()),
  text,
  url,
});

interface Payload {
  summary: string;
  description: string;
  /** The `data` of a message. */
  data: z.ZodType;
  example: Readonly<Record<string, unknown>>;
}

const FRIEREN = { mal_id: 52991, title: "Sousou no Frieren" };
const SITE = "https://anime.example.org";
const TITLE_URL = `${SITE}/anime/52991/sousou-no-frieren`;

/** What webhooks get, by kind: makes the messages, and describes them in the OpenAPI document. */
const PAYLOADS: Readonly<Record<WebhookKind, Payload>> = {
  "episode.aired": {
    summary: "An episode has aired",
    description:
      "An episode of a title that the user watches has aired, or of any title for a webhook of the site.",
    data: episodes,
    example: {
      ...FRIEREN,
      episode: 3,
      episodes: [3],
      text: "Episode 3 of Sousou no Frieren has aired",
      url: TITLE_URL,
    },
  },
  "episode.available": {
    summary: "An episode plays here",
    description: "Episodes that arrive within two minutes are one message.",
    data: episodes,
    example: {
      ...FRIEREN,
      episode: 3,
      episodes: [3, 4],
      text: "Episodes 3–4 of Sousou no Frieren play here",
      url: `${SITE}/watch/52991/3`,
    },
  },
  "sequel.announced": {
    summary: "A sequel is announced or gets a date",
    description: "A title that follows what the user watches or has watched.",
    data: news.extend({ dated: z.boolean().meta({ description: "Whether it got a date." }) }),
    example: {
      mal_id: 59978,
      title: "Sousou no Frieren 2nd Season",
      dated: false,
      text: "Sousou no Frieren 2nd Season, a sequel, was announced",
      url: `${SITE}/anime/59978/sousou-no-frieren-2nd-season`,
    },
  },
  "search.matched": {
    summary: "A followed search has new matches",
    description: "Some of the new matches are the user's to see.",
    data: z.object({ title: z.string().meta({ description: "The search's name." }), text, url }),
    example: {
      title: "Short comedies",
      text: "Short comedies has new matches",
      url: `${SITE}/searches`,
    },
  },
  "episode.watched": {
    summary: "Episodes were marked as seen",
    description:
      "By the user, the player or a program. An import is one `import.finished` instead.",
    data: episodes,
    example: {
      ...FRIEREN,
      episode: 3,
      episodes: [3],
      text: "Episode 3 of Sousou no Frieren was watched",
      url: TITLE_URL,
    },
  },
  "entry.changed": {
    summary: "An entry was added to the user's list or changed",
    description:
      "With its values after the change. Of texts, rewatches and which episodes were seen it is only told that they changed. What the catalog changes, such as a merge of titles, is not told: read the list from time to time.",
    data: news.extend({
      changed: z.array(z.string()).meta({
        description: "The fields that differ, by their names in the history of the list.",
      }),
      ...entryFactsShape,
    }),
    example: {
      ...FRIEREN,
      changed: ["episodes_seen"],
      state: "watching",
      score: 90,
      started_on: "2026-05-01",
      finished_on: null,
      priority: 0,
      private: false,
      episodes_seen: 3,
      text: "Sousou no Frieren was changed on your list",
      url: TITLE_URL,
    },
  },
  "entry.removed": {
    summary: "An entry was removed from the user's list",
    description: "Episodes that were seen may stay marked.",
    data: news,
    example: {
      ...FRIEREN,
      text: "Sousou no Frieren was removed from your list",
      url: TITLE_URL,
    },
  },
  "import.finished": {
    summary: "An import is over",
    description:
      "The user's list was imported, or an import undone; for a webhook of the site, the catalog was.",
    data: z.union([
      z.object({
        of: z.literal("list"),
        ...{ added: counted, changed: counted, removed: counted },
        ...{ text, url },
      }),
      z.object({
        of: z.literal("catalog"),
        ...{ added: counted, changed: counted, unchanged: counted, rejected: counted },
        ...{ text, url },
      }),
    ]),
    example: {
      of: "list",
      added: 120,
      changed: 4,
      removed: 0,
      text: "An import is finished",
      url: `${SITE}/list/import`,
    },
  },
  "job.failed": {
    summary: "A job of the site needs attention",
    description:
      "It failed a second time in a row or is late. For owners and webhooks of the site.",
    data: z.object({ job: z.string(), text, url }),
    example: {
      job: "backup",
      text: "The job backup needs attention",
      url: `${SITE}/admin/jobs`,
    },
  },
};

const at = z.iso.datetime().meta({ description: "The time of what happened." });

const testPayload: Payload = {
  summary: "A test of the webhook",
  description: "Sent by “Send a test”.",
  data: z.object({ text }),
  example: { text: "This is a test from Akari. Notifications arrive here." },
};

/** The messages by their types, as the OpenAPI document has them. */
export const WEBHOOKS = [
  ...WEBHOOK_KINDS.map((type) => [type, PAYLOADS[type]] as const),
  ["channel.test", testPayload] as const,
].map(([type, { data, example, ...texts }]) => ({
  ...{ name: type, ...texts },
  body: z.object({ type: z.literal(type), timestamp: at, data }),
  example: { type, timestamp: "2026-06-01T12:00:00.000Z", data: example },
}));

/**
 * Picks the `data` of a message from all facts of its event, by the schema of the kind. Throws for
 * a kind that webhooks do not get.
 */
export function payloadOf(
  kind: EventKind,
  facts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = WEBHOOK_KINDS.find((one) => one === kind);
  if (known === undefined) throw new Error(`Webhooks do not get ${kind}.`);
  return PAYLOADS[known].data.parse(facts) as Record<string, unknown>;
}
