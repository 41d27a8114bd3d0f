import { z } from "zod";
import { pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import { listNotices, type Notice } from "~/features/notifications/inbox/list-notifications.server";
import { noticePath } from "~/features/notifications/inbox/notice-path";
import { noticeTitle } from "~/features/notifications/inbox/notice-title.server";
import { noticeText } from "~/features/notifications/inbox/notice-text";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import {
  chosenLocale,
  readSitePreferences,
  type SitePreferences,
} from "~/features/profile/site-preferences";
import { flag, whole } from "~/features/watch-list/tracking/input-values";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { servicesContext } from "~/http/context";
import { parseInput } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import type { I18n } from "~/i18n/i18n";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { pageParameter } from "~/routes/api/parameters";
import { envelope } from "~/routes/api/responses.server";

const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 50;
const MAX_PAGE = 1_000_000;

const querySchema = z.object({
  unread: flag("unread").default(false),
  page: whole("page", 1, MAX_PAGE).default(1),
  limit: whole("limit", 1, MAX_PER_PAGE).default(DEFAULT_PER_PAGE),
});

const noticeSchema = z
  .object({
    id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
    title: z.string().meta({
      description:
        "The anime's title in the user's title language, or the name of what it is about.",
    }),
    text: z.string().meta({ description: "A sentence in the user's language." }),
    url: z.string().meta({ description: "The path of the page that it is about." }),
    mal_id: z.int().nullable().meta({ description: "Null for what is not about an anime." }),
    episode: z.int().nullable(),
  })
  .meta({ id: "Notification" });

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read the notifications",
      description:
        "The latest first, one per episode. Titles that parental control hides and kinds that are off are left out.",
      tags: ["Notifications"],
      query: z.object({
        unread: z.boolean().optional().meta({ description: "With true, unread ones only." }),
        page: pageParameter,
        limit: z
          .int()
          .min(1)
          .max(MAX_PER_PAGE)
          .optional()
          .meta({ description: `1 to ${MAX_PER_PAGE}, ${DEFAULT_PER_PAGE} unless given.` }),
      }),
      responses: {
        200: {
          description: "One page.",
          schema: envelope(z.array(noticeSchema)).extend({
            meta: pageMetaSchema.extend({ unread_count: z.int() }),
          }),
        },
      },
      handle: withSession(async ({ url, context, session: { user } }) => {
        const { db } = context.get(servicesContext);
        const given = [...url.searchParams].filter(([, value]) => value !== "");
        const { unread, page, limit } = parseInput(querySchema, Object.fromEntries(given));
        const list = await listNotices(db, user.id, { unreadOnly: unread, page, perPage: limit });
        const { site } = user.preferences;
        const i18n = serverI18n(chosenLocale(site) ?? DEFAULT_LOCALE);
        const { titleLanguage } = readSitePreferences(site);
        return jsonResponse({
          success: true,
          data: list.notices.map((notice) => presentNotice(notice, i18n, titleLanguage)),
          meta: {
            ...pageMeta(unread ? list.unread : list.total, page, limit),
            unread_count: list.unread,
          },
        });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

function presentNotice(
  notice: Notice,
  i18n: I18n,
  language: SitePreferences["titleLanguage"],
): z.input<typeof noticeSchema> {
  const { id, kind, at, readAt, animeId, episode, isOnly, isDated, isSite, plays } = notice;
  const title = noticeTitle(i18n, notice, language).text;
  const episodes = episode === null ? [] : [episode];
  return {
    ...{ id, kind, title, episode, mal_id: animeId },
    at: at.toISOString(),
    read_at: readAt?.toISOString() ?? null,
    text: noticeText(i18n, { kind, episodes, isOnly, isDated }, title),
    url: noticePath({
      ...{ kind, animeId, isSite },
      ...{ title: notice.title, playable: plays ? episode : null },
    }),
  };
}
