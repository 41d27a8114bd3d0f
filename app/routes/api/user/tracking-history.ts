import { z } from "zod";
import { pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import {
  statisticsQuerySchema,
  statisticsSchema,
} from "~/features/watch-list/statistics/statistics";
import { listEvents, listEventSchema } from "~/features/watch-list/tracking/list-events.server";
import { eventsQuerySchema, MAX_EVENTS_PER_PAGE } from "~/features/watch-list/tracking/track-input";
import { openCachedList } from "~/pages/parts/cached-list.server";
import { servicesContext } from "~/http/context";
import type { Operation } from "~/http/api/endpoint";
import { withSession } from "~/http/api/with-session";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { getTracker } from "~/pages/forms/get-tracker.server";
import { envelope } from "~/routes/api/account/envelope.server";
import { animeIdParameter, pageParameter } from "~/routes/api/parameters";

const TAGS = ["Watch list"];

/** Lists what changed. */
export const events: Operation = {
  tokenScope: "list:read",
  summary: "Read the changes of the watch list",
  description:
    "Newest first, for one title with `animeId`. Titles that parental control hides have no name. Fields are named as in an entry; `on_list` is whether the title is on the list, `episodes` the seen episodes when their number did not change.",
  tags: TAGS,
  query: z.object({
    animeId: animeIdParameter.optional(),
    page: pageParameter,
    limit: z
      .int()
      .min(1)
      .max(MAX_EVENTS_PER_PAGE)
      .optional()
      .meta({ description: `1 to ${MAX_EVENTS_PER_PAGE}, 50 unless given.` }),
  }),
  responses: {
    200: {
      description: "One page.",
      schema: envelope(z.array(listEventSchema)).extend({ meta: pageMetaSchema }),
    },
  },
  handle: withSession(async ({ url, context, session }) => {
    const { db } = context.get(servicesContext);
    const given = [...url.searchParams].filter(([, value]) => value !== "");
    const { animeId: id, page, limit } = parseInput(eventsQuerySchema, Object.fromEntries(given));
    const { items, total } =
      id !== undefined && !isPossibleAnimeId(id)
        ? { items: [], total: 0 }
        : await listEvents(db, session.user.id, {
            animeId: id,
            page,
            perPage: limit,
            parentalControl: session.user.preferences.parentalControl,
          });
    return jsonResponse({ success: true, data: items, meta: pageMeta(total, page, limit) });
  }),
};

/** Sums the list up. */
export const statistics: Operation = {
  tokenScope: "list:read",
  summary: "Read the statistics of the watch list",
  description:
    "For the whole list, or for what was watched in a `year`. Rewatches count towards time. `days` has the days with episodes, in the year or the last 365 days. Includes private entries, but not titles that parental control hides.",
  tags: TAGS,
  query: z.object({ year: z.int().optional().meta({ description: "A year, as 2026." }) }),
  responses: { 200: { description: "The statistics.", schema: envelope(statisticsSchema) } },
  handle: withSession(async ({ request, url, context, session }) => {
    const yearParam = url.searchParams.get("year") ?? "";
    const { year } = parseInput(statisticsQuerySchema, yearParam === "" ? {} : { year: yearParam });
    const { timeZone, parentalControl } = getTracker(request, context, session.user);
    const statistics = await openCachedList(context.get(servicesContext), session.user.id);
    const data = await statistics.getStatistics({
      year,
      timeZone,
      parentalControl,
      hidePrivate: false,
    });
    return jsonResponse({ success: true, data });
  }),
};
