import { href } from "react-router";
import { presentCards } from "~/pages/parts/present-cards.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { displayTitle } from "~/features/catalog/title-language";
import { listMissedSequels } from "~/features/watch-list/missed-sequels.server";
import { PlanForm } from "~/features/watch-list/view/plan-form";
import { servicesContext, signedInContext } from "~/http/context";
import { submitListForm } from "~/http/forms/submit-list.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { changeAction } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/missed-sequels";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

const PER_PAGE = 36;

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { i18n, titleLanguage, parentalControl } = viewer;
  const { user } = await context.get(signedInContext);
  const text = new URL(request.url).searchParams.get("page") ?? "";
  const page = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
  const { sequels, total } = await listMissedSequels(services.db, user.id, {
    parentalControl,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  });
  return {
    page,
    last: Math.max(1, Math.ceil(total / PER_PAGE)),
    total,
    sequels: await presentCards(
      services,
      viewer,
      sequels.map(({ anime, after }) => ({
        card: animeCard(anime, titleLanguage),
        after: i18n.t("sequels.after", { title: displayTitle(after, titleLanguage).text }),
      })),
    ),
    flashMessage: await takeFlashMessage(request, context),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submitListForm(request, context);
}

export const clientAction = changeAction<typeof action>();

export default function MissedSequels({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { sequels, page, last, total, flashMessage } = loaderData;
  const result = useActionMessage(flashMessage, actionData);
  return (
    <div className="page-column pt-8 md:pt-12">
      <h1 className="text-3xl max-md:text-2xl">{t("sequels.heading")}</h1>
      {total === 0 ? null : (
        <p className="mt-2 max-w-prose text-sm text-ink-soft">
          {t("sequels.count", { count: total })}
        </p>
      )}
      {sequels.length === 0 ? (
        <Notice glyph="続編" title={t("sequels.none")}>
          <p>{t("sequels.noneHint")}</p>
          <ButtonLink to={href("/list")}>{t("list.heading")}</ButtonLink>
        </Notice>
      ) : (
        <ul className="mt-8 grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-9 sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] sm:gap-x-5">
          {sequels.map(({ card, after }) => (
            <li key={card.id} className="flex flex-col">
              <AnimeCard card={card} sizes="(min-width: 40rem) 11rem, 45vw" />
              <p className="mt-1.5 line-clamp-2 text-xs text-ink-soft">{after}</p>
              <PlanForm animeId={card.id} title={card.title.text} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        current={page}
        last={last}
        pageHref={(number) =>
          number === 1 ? href("/discover/sequels") : `${href("/discover/sequels")}?page=${number}`
        }
      />
      <ChangeToast result={result} />
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "sequels.heading");
}
