import { href, Link } from "react-router";
import { Cover } from "~/features/catalog/view/cards/cover";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { Route } from "./+types/rooms";
import { servicesContext, visitorSettingsContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { getRoomVisitor } from "~/http/viewer/room-visitor.server";
import { loadRooms } from "~/pages/watch/load-rooms.server";
import { openRoom } from "./submit-room.server";
import { FACT_DOT } from "~/ui/fact-dot";

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { member } = await withPageErrors(context, () => getRoomVisitor(request, context));
  return loadRooms(db, context.get(visitorSettingsContext), member);
}

export function action({ request, context }: Route.ActionArgs) {
  return openRoom(request, context);
}

export default function Rooms({ loaderData: { rooms } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <div className="page-column pt-8 md:pt-12">
      <h1 className="text-3xl max-md:text-2xl">{t("room.start")}</h1>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">{t("rooms.description")}</p>
      {rooms.length === 0 ? (
        <Notice glyph="同席" title={t("rooms.none")}>
          <p>{t("rooms.noneHint")}</p>
          <ButtonLink to={`${href("/browse")}?playable_filter=true`}>
            {t("rooms.browse")}
          </ButtonLink>
        </Notice>
      ) : (
        <section aria-labelledby="own-rooms" className="mt-8">
          <h2 id="own-rooms" className="text-lg">
            {t("rooms.own")}
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {rooms.map(({ path, card, episode, members }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="group flex h-full items-center gap-4 rounded-lg border border-rule bg-raised p-3 hover:border-rule-strong"
                >
                  <span className="w-12 shrink-0">
                    <Cover id={card.id} color={card.color} spine={null} sizes="3rem" />
                  </span>
                  <span className="min-w-0">
                    <span
                      lang={card.title.lang}
                      className="line-clamp-2 text-sm font-semibold group-hover:text-accent-text"
                    >
                      {card.title.text}
                    </span>
                    <span className="mt-0.5 block text-xs text-ink-soft">
                      {t("watch.episode", { number: episode })}
                      {FACT_DOT}
                      {t("room.members", { count: members })}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "room.start");
}
