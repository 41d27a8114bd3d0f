import { z } from "zod";
import {
  statisticsQuerySchema,
  statisticsSchema,
} from "~/features/watch-list/statistics/statistics";
import { openCachedList } from "~/pages/parts/cached-list.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { envelope } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "Read the statistics of the watch list",
      description:
        "For the whole list, or for what was watched in a `year`. Rewatches count towards time. `days` has the days with episodes, in the year or the last 365 days. Includes private entries, but not titles that parental control hides.",
      tags: ["Watch list"],
      query: z.object({ year: z.int().optional().meta({ description: "A year, as 2026." }) }),
      responses: { 200: { description: "The statistics.", schema: envelope(statisticsSchema) } },
      handle: withSession(async ({ request, url, context, session }) => {
        const yearParam = url.searchParams.get("year") ?? "";
        const { year } = parseInput(
          statisticsQuerySchema,
          yearParam === "" ? {} : { year: yearParam },
        );
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
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
