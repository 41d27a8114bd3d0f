import { presentCards } from "~/pages/parts/present-cards.server";
import { Form, href, Link, redirect } from "react-router";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { parseAnimeId, watchPath } from "~/features/catalog/view/anime-path";
import { getFranchise } from "~/features/franchise/get-franchise.server";
import { moveInStory, resetStoryOrder } from "~/features/franchise/set-story-order.server";
import { FranchiseList } from "~/features/franchise/view/franchise-list";
import {
  FRANCHISE_ORDERS,
  franchiseOrderPath,
  type FranchiseOrder,
} from "~/features/franchise/view/franchise-path";
import { presentFranchise } from "~/pages/franchise/present-franchise.server";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { requestContext, servicesContext } from "~/http/context";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/frame/page-i18n";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { classNames } from "~/ui/class-names";
import { formAction } from "~/ui/forms/form-action";
import { ProgressBar } from "~/ui/progress-bar";
import type { PageHandle } from "~/frame/page-handle";
import type { RecordChange } from "~db/client.server";
import type { Route } from "./+types/franchise";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { FACT_DOT } from "~/ui/fact-dot";

export const handle: PageHandle = { isShared: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { user, titleLanguage, parentalControl } = viewer;
  const url = new URL(request.url);
  const order: FranchiseOrder = url.searchParams.get("order") === "story" ? "story" : "release";
  return withPageErrors(context, async () => {
    const franchise = await getFranchise(services.db, { id: readId(params.id), parentalControl });
    const entries = await getOwnEntries(
      services.db,
      viewer,
      franchise.members.map(({ anime }) => anime.mal_id),
    );
    const page = presentFranchise(franchise, {
      language: titleLanguage,
      order,
      seen: user === null ? null : entries,
    });
    requireCanonicalPath(page.path, params, url);
    return {
      ...(await presentCards(services, viewer, page)),
      mayOrder: user?.role === "owner",
      listStates: showListStates(viewer, entries),
      canonical: context.get(requestContext).origin + page.path,
    };
  });
}

const orderSchema = z.union([
  z.object({ title: z.coerce.number().int(), move: z.enum(["-1", "1"]).transform(Number) }),
  z.object({ reset: z.string() }).transform(() => null),
]);

export async function action({ request, params, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db } = context.get(servicesContext);
  return withPageErrors(context, async () => {
    const id = readId(params.id);
    const change = parseInput(orderSchema, (await readBody(request)).value);
    const record: RecordChange = (tx) =>
      recordAudit(
        tx,
        { via: "page", userId: user.id },
        { action: "franchise.ordered", details: { title: change?.title ?? id } },
      );
    await (change === null
      ? resetStoryOrder(db, id, record)
      : moveInStory(db, change.title, change.move, record));
    return redirect(`${href("/franchise/:id/:slug?", { id: String(id) })}?order=story`, 303);
  });
}

export const clientAction = formAction<typeof action>();

function readId(text: string): number {
  const id = parseAnimeId(text);
  if (id === null) throw new NotFound("franchise.notFound");
  return id;
}

export default function FranchisePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatNumber } = useI18n();
  const { name, lang, rows, order, path, isCorrected, mayOrder, minutes, optional } = loaderData;
  const hours = Math.round(minutes / 60);
  return (
    <div className="page-column *:max-w-4xl pt-8 md:pt-12">
      <p className="text-sm text-ink-soft">{t("franchise.label")}</p>
      <h1 lang={lang} className="mt-1 text-3xl max-md:text-2xl">
        {name}
      </h1>
      <p className="mt-2 text-sm text-ink-soft">
        {[
          t("count.titles", { count: loaderData.titles }),
          t("franchise.episodes", { count: loaderData.episodes }),
          ...(hours === 0 ? [] : [t("time.hours", { hours: formatNumber(hours) })]),
          ...(optional === 0 ? [] : [t("franchise.notCounted", { count: optional })]),
        ].join(FACT_DOT)}
      </p>
      <Progress {...loaderData} />
      <nav aria-label={t("franchise.orders")} className="mt-8 flex gap-6 border-b border-rule">
        {FRANCHISE_ORDERS.map((each) => (
          <Link
            key={each}
            to={franchiseOrderPath(path, each)}
            replace
            preventScrollReset
            aria-current={each === order ? "page" : undefined}
            className={classNames(
              "-mb-px inline-flex min-h-11 items-center border-b-2 text-sm font-medium",
              each === order
                ? "border-accent text-ink"
                : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {t(`franchise.order.${each}`)}
          </Link>
        ))}
      </nav>
      <p className="mt-4 mb-6 max-w-prose text-sm text-ink-soft">
        {t(
          order === "release"
            ? "franchise.releaseRule"
            : isCorrected
              ? "franchise.correctedRule"
              : "franchise.storyRule",
        )}
      </p>
      <CardStates value={loaderData.listStates}>
        <FranchiseList rows={rows} movable={mayOrder && order === "story"} />
      </CardStates>
      {mayOrder && order === "story" && isCorrected ? (
        <Form method="post" className="mt-6">
          <Button type="submit" name="reset" value="true">
            {t("franchise.reset")}
          </Button>
        </Form>
      ) : null}
      <Toast message={actionData?.failure.message ?? null} />
    </div>
  );
}

function Progress({ progress, rows, optional }: Route.ComponentProps["loaderData"]) {
  const { t } = useI18n();
  if (progress === null || progress.episodes === 0) return null;
  const { seen, episodes, next } = progress;
  const isAllSeen = seen >= episodes && next === null;
  const counted = optional === 0 ? "all" : "story";
  const card = rows.find(({ card }) => card.id === next?.id)?.card;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-lg bg-raised p-4">
      <div className="min-w-48 flex-1">
        <p className="text-sm font-medium">
          {isAllSeen
            ? t(`franchise.allSeen.${counted}`)
            : t(`franchise.seen.${counted}`, { seen, all: episodes })}
        </p>
        <ProgressBar part={Math.min(1, seen / episodes)} className="mt-2" />
      </div>
      {next === null || card === undefined ? null : (
        <ButtonLink
          to={watchPath(next.id, next.episode)}
          weight="primary"
          className="max-w-full py-2 whitespace-normal!"
        >
          {card.type === "Movie"
            ? t("franchise.nextMovie", { title: card.title.text })
            : t("franchise.next", { title: card.title.text, episode: next.episode })}
        </ButtonLink>
      )}
    </div>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData === undefined) return [];
  const { t } = pageI18n(matches);
  const { name, canonical, rows } = loaderData;
  return [
    { title: t("site.pageTitle", { title: t("franchise.pageTitle", { name }) }) },
    { name: "description", content: t("franchise.description", { name, count: rows.length }) },
    { tagName: "link", rel: "canonical", href: canonical },
  ];
}
