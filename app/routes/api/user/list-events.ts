import { z } from "zod";
import { pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { listEvents, listEventSchema } from "~/features/watch-list/tracking/list-events.server";
import { eventsQuerySchema, MAX_EVENTS_PER_PAGE } from "~/features/watch-list/tracking/track-input";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { animeIdParameter, pageParameter } from "~/routes/api/parameters";
import { envelope } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "Read the changes of the watch list",
      description:
        "Newest first, for one title with `animeId`. Titles that parental control hides have no name. Fields are named as in an entry; `on_list` is whether the title is on the list, `episodes` the seen episodes when their number did not change.",
      tags: ["Watch list"],
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
        const {
          animeId: id,
          page,
          limit,
        } = parseInput(eventsQuerySchema, Object.fromEntries(given));
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
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
