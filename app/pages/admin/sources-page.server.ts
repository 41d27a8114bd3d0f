import { redirect } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { displayTitle } from "~/features/catalog/title-language";
import { UNRESTRICTED } from "~/features/catalog/visibility.server";
import { browseSources, SOURCE_STATUSES } from "~/features/playback/sources/browse-sources.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { recheckSource } from "~/features/playback/sources/recheck-sources.server";
import { removeSources } from "~/features/playback/sources/remove-sources.server";
import { SOURCE_FIELDS, sourceFormSchema } from "~/features/playback/sources/source-form";
import { listRuns } from "~/features/site/runs/list-runs.server";
import {
  servicesContext,
  type RouterContext,
  visitorSettingsContext,
  playbackContext,
} from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { isJobDue, requestJob, stopJob } from "~/jobs/manage-jobs.server";
import { readPageNumber } from "./page-number.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { toRunFacts } from "./run-facts.server";
import type { PlaybackServices } from "~/features/playback/playback-services.server";
import type { Database } from "~db/client.server";
import { type SourceFilters, SOURCE_OUTCOMES, sourcesPath } from "./sources-path";

const idSchema = z.object({
  id: z
    .string(zodMessage("source.notAttached"))
    .regex(/^[1-9]\d{0,8}$/, zodMessage("source.notAttached"))
    .transform(Number),
});

/** What the list shows, from the URL. */
function readFilters(request: Request): SourceFilters {
  const { searchParams } = new URL(request.url);
  const anime = searchParams.get("anime") ?? "";
  return {
    status: SOURCE_STATUSES.find((name) => name === searchParams.get("status")) ?? null,
    anime: /^[1-9]\d{0,8}$/.test(anime) ? Number(anime) : null,
    page: readPageNumber(new URL(request.url).searchParams),
  };
}

/** The episode that a link to the form names; null for none, and for an unknown title. */
async function readEpisode(request: Request, context: RouterContext, anime: number | null) {
  const number = new URL(request.url).searchParams.get("episode") ?? "";
  if (anime === null || !/^\d{1,5}$/.test(number)) return null;
  const { titleLanguage } = context.get(visitorSettingsContext);
  const { db } = context.get(servicesContext);
  const title = (await getCardAnimes(db, [anime], UNRESTRICTED)).get(anime);
  return title === undefined
    ? null
    : { anime, number: Number(number), title: displayTitle(title, titleLanguage) };
}

/** Reads a page of sources for the owner. */
export async function loadSourcesPage(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const filters = readFilters(request);
  const { searchParams } = new URL(request.url);
  const done = searchParams.get("done");
  const [found, runs, isRequested] = await Promise.all([
    browseSources(db, {
      status: filters.status ?? undefined,
      anime: filters.anime ?? undefined,
      page: filters.page,
    }),
    listRuns(db, "source-check"),
    isJobDue(db, "sources"),
  ]);
  return {
    ...found,
    sources: found.sources.map(({ checkedAt, ...source }) => ({
      ...source,
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
    filters,
    episode: await readEpisode(request, context, filters.anime),
    isRequested,
    runsHere: config.jobs.enabled,
    lastCheck: runs.slice(0, 1).map(toRunFacts)[0] ?? null,
    zone: userZone(request, user),
    done: SOURCE_OUTCOMES.find((name) => name === done) ?? null,
  };
}

/** Adds, checks or removes sources. */
export async function changeSources(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "owner");
  const { db, jobs } = context.get(servicesContext);
  const { checkSource } = context.get(playbackContext);
  const body = await withPageErrors(context, () => readBody(request));
  const filters = readFilters(request);
  const actor = { via: "page", userId: user.id } as const;
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "add": {
        const anime = await addSource({ db, checkSource }, user.id, body.value);
        return redirect(sourcesPath({ status: null, anime, page: 1 }, "added"));
      }
      case "remove":
        await remove(db, user.id, { id: parseInput(idSchema, body.value).id });
        return redirect(sourcesPath(filters, "removed"));
      case "remove-dead":
        await remove(db, user.id, { dead: true });
        return redirect(sourcesPath({ status: null, anime: null, page: 1 }, "removed"));
      case "check": {
        const { id } = parseInput(idSchema, body.value);
        const { alive } = await recheckSource(db, id, (url) => checkSource(url, request.signal));
        return redirect(sourcesPath(filters, alive ? "alive" : "dead"));
      }
      case "check-all":
        await requestJob(db, actor, "sources");
        jobs.wake();
        return redirect(sourcesPath(filters));
      case "stop":
        await stopJob(db, actor, "sources");
        return redirect(sourcesPath(filters));
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404, conflict: 409 });
}

/** Returns the title's id. Throws `Invalid` for a source that fails its check. */
async function addSource(
  { db, checkSource }: { db: Database } & Pick<PlaybackServices, "checkSource">,
  userId: string,
  value: unknown,
): Promise<number> {
  const fields = typeof value === "object" && value !== null ? value : {};
  const given = Object.entries(fields).filter(
    ([name, text]) => text !== "" && SOURCE_FIELDS.some((field) => field === name),
  );
  const source = parseInput(sourceFormSchema, Object.fromEntries(given));
  const isUnchecked = "unchecked" in fields && fields.unchecked === "yes";
  const verdict = isUnchecked ? null : await checkSource(source.url);
  if (verdict?.alive === false)
    throw new Invalid([
      {
        path: "url",
        message: { key: "source.notPlayable", values: { problem: verdict.problem } },
      },
    ]);
  const details = { anime: source.anime, episode: source.episode };
  await putSource(db, source, verdict, (tx) =>
    recordAudit(tx, { via: "page", userId }, { action: "source.added", details }),
  );
  await rebuildListingBitmaps(db).catch(() => undefined);
  return source.anime;
}

async function remove(
  db: Database,
  userId: string,
  criteria: Parameters<typeof removeSources>[1],
): Promise<void> {
  await removeSources(db, criteria, (tx, removed) =>
    recordAudit(
      tx,
      { via: "page", userId },
      { action: "source.removed", details: { sources: removed.length } },
    ),
  );
}
